import Foundation

/// Equal contents, room in containers and bytes that malloc adds, in known numbers, each kind from a line of its own.
enum Savings {
    static func run() {
        let texts = (0..<100).map { text($0 < 60 ? "a" : "b") }
        let numbers = (0..<50).map { _ in array() }
        let data = (0..<30).map { _ in bytes() }
        let copies = (0..<20).map { _ in copyText() }
        let buffers = (0..<10).map { _ in buffer(of: 7) }
        // No content is saved: the first word of each is another one, or all bytes are 0.
        let others = (0..<10).map { buffer(startingWith: $0) } + (0..<10).map { _ in buffer(of: 0) }
        let roomy = (0..<25).map { roomyArray($0) }
        let tables = (0..<20).map { roomyTable($0) }
        let odd = (0..<300).map { _ in oddBlock() }
        let rows = (0..<40).map { Row($0) }
        _ = Tier.census(1, graph: true)
        withExtendedLifetime((texts, numbers, data, roomy, tables, rows)) { print(texts.count) }
        for block in copies + buffers + others + odd { free(block) }
    }

    @inline(never)
    private static func text(_ character: String) -> String { String(repeating: character, count: 47) }

    @inline(never)
    private static func array() -> [Int] { Array(repeating: 5, count: 10) }

    @inline(never)
    private static func bytes() -> Data {
        [UInt8](repeating: 9, count: 5_000).withUnsafeBytes { Data(bytes: $0.baseAddress!, count: $0.count) }
    }

    @inline(never)
    private static func copyText() -> UnsafeMutableRawPointer? { strdup("twenty-three characters").map { .init($0) } }

    @inline(never)
    private static func buffer(of byte: Int32) -> UnsafeMutableRawPointer? {
        let block = malloc(1_000)
        return block.map { memset($0, byte, 1_000) }
    }

    @inline(never)
    private static func buffer(startingWith number: Int) -> UnsafeMutableRawPointer? {
        let block = buffer(of: 3)
        block?.storeBytes(of: number, as: Int.self)
        return block
    }

    @inline(never)
    private static func roomyArray(_ number: Int) -> [Int] {
        var array: [Int] = []
        array.reserveCapacity(100)
        array += number..<number + 5
        return array
    }

    @inline(never)
    private static func roomyTable(_ number: Int) -> [Int: Int] {
        var table = [Int: Int](minimumCapacity: 90)
        for key in 0..<3 { table[key] = number }
        return table
    }

    @inline(never)
    private static func oddBlock() -> UnsafeMutableRawPointer? { calloc(1, 33) }
}

/// An instance of 33 bytes.
private final class Row {
    let first: Int
    let second = 2
    let flag: UInt8 = 1
    init(_ number: Int) { first = number }
}
