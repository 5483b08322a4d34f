import Foundation

/// Raw blocks of two lines, and containers of every kind with a known content.
///
/// Prints the usable bytes of the blocks of each line, then for each container the bytes of its elements.
enum Amounts {
    static func run() {
        guard Tier.census(1) else { return print("no census") }
        let copies = (0..<300).compactMap { _ in copyText() }
        let blocks = (0..<200).map { blockOfSize(100 + $0) }
        // So large that each is mapped by itself.
        let large = (0..<250).map { largeBlock(300_000 + $0) }
        let numbers = Array(0..<1_000)
        let names = Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, Double($0)) })
        let bytes = Set((0..<100).map { UInt16($0) })
        let text = String(repeating: "a", count: 5_000)
        let data = Data(repeating: 7, count: 70_000)
        // Without room for another byte.
        let fullData = numbers.withUnsafeBytes { Data(bytes: $0.baseAddress!, count: 5_000) }
        guard Tier.census(2) else { return print("no census") }
        print([copies, blocks, large].map { "\($0.reduce(0) { $0 + usable($1) })" }.joined(separator: " "))
        let dataBytes = data.count + fullData.count
        print(numbers.count * 8, names.count * 16, bytes.count * 2, text.utf8.count, dataBytes)
        for block in copies { free(block) }
        for block in blocks + large { free(block) }
        _ = Tier.census(3)
    }

    /// Takes a census while all arrays but one of each type have counts that cannot be, as while they are being built.
    static func runHalfBuilt() {
        let arrays: [[any HalfBuilt]] = [
            copies(of: Int8(1)), copies(of: Int16(1)), copies(of: Int32(1)), copies(of: Int64(1)), copies(of: Float(1)),
            copies(of: Double(1)),
        ]
        func change(by amount: Int) {
            for (number, alike) in arrays.enumerated() {
                for (index, array) in alike.enumerated() where index != 7 * number { array.changeCount(by: amount) }
            }
        }
        change(by: 1 << 40)
        let isDone = Tier.census(1) && Tier.census(2, graph: true)
        change(by: -1 << 40)
        print(isDone ? "done" : "no census")
    }

    private static func copies<Element>(of element: Element) -> [[Element]] {
        (0..<50).map { _ in Array(repeating: element, count: 20) }
    }

    private static func usable(_ block: UnsafeMutableRawPointer) -> Int {
        #if os(Linux)
        usableSize(block)
        #else
        malloc_size(block)
        #endif
    }

    @inline(never)
    private static func copyText() -> UnsafeMutableRawPointer? { strdup("twenty-three characters").map { .init($0) } }

    @inline(never)
    private static func largeBlock(_ size: Int) -> UnsafeMutableRawPointer { malloc(size)! }

    @inline(never)
    private static func blockOfSize(_ size: Int) -> UnsafeMutableRawPointer { malloc(size)! }
}

private protocol HalfBuilt {
    /// Changes the number of elements that the storage states.
    func changeCount(by amount: Int)
}

extension Array: HalfBuilt {
    func changeCount(by amount: Int) {
        // The count is two words in front of the elements.
        withUnsafeBytes {
            let count = UnsafeMutableRawPointer(mutating: $0.baseAddress!) - 16
            count.storeBytes(of: count.load(as: Int.self) + amount, as: Int.self)
        }
    }
}

#if os(Linux)
// Of malloc.h, which is not in the C library's module.
@_silgen_name("malloc_usable_size")
private func usableSize(_ block: UnsafeMutableRawPointer) -> Int
#endif
