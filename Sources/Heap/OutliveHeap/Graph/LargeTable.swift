internal import OutliveSupport

/// A fixed-size table for algorithms that read it in random order.
///
/// Address translation dominates the cost of such reads, so the memory is backed by huge pages where available. Indices
/// are checked in debug builds only: they come from a snapshot that was validated when it was read.
struct LargeTable<Element: BitwiseCopyable>: ~Copyable {
    private let elements: UnsafeMutableBufferPointer<Element>

    init(repeating value: Element, count: Int) {
        elements = .allocate(capacity: count)
        elements.preferLargePages()
        elements.initialize(repeating: value)
    }

    deinit { elements.deallocate() }

    var count: Int { elements.count }

    subscript(index: Int) -> Element {
        get { elements[index] }
        nonmutating set { elements[index] = newValue }
    }

    subscript(index: UInt32) -> Element {
        get { elements[Int(index)] }
        nonmutating set { elements[Int(index)] = newValue }
    }

    func array(_ indices: Range<Int>) -> [Element] { Array(elements[indices]) }
}

extension Array where Element: BitwiseCopyable {
    /// Creates an array of one value, backed by huge pages where available.
    init(large count: Int, repeating value: Element) {
        self.init(unsafeUninitializedCapacity: count) { buffer, filled in
            buffer.preferLargePages()
            buffer.initialize(repeating: value)
            filled = count
        }
    }
}

/// A fixed-size set of numbers for algorithms that test them in random order.
///
/// Its bits fit into a cache that a table with an entry per number exceeds.
struct BitTable: ~Copyable {
    private let words: LargeTable<UInt64>

    /// Creates an empty set of numbers below a limit.
    init(below limit: Int) { words = LargeTable(repeating: 0, count: (limit + 63) / 64) }

    /// Creates the set of the numbers below a limit that a predicate includes.
    init(below limit: Int, where isIncluded: (Int) -> Bool) {
        self.init(below: limit)
        for number in 0..<limit where isIncluded(number) { insert(UInt32(number)) }
    }

    func contains(_ number: UInt32) -> Bool { words[number / 64] & Self.bit(number) != 0 }
    func insert(_ number: UInt32) { words[number / 64] |= Self.bit(number) }
    func remove(_ number: UInt32) { words[number / 64] &= ~Self.bit(number) }

    private static func bit(_ number: UInt32) -> UInt64 { 1 &<< UInt64(number % 64) }
}
