package import OutliveBenchmark

/// A fragmented heap like that of a long-lived application: new allocations are scattered over many pages.
///
/// Every second one of many small blocks is freed, in random order. The others live as long as this object, so that
/// malloc cannot join the free blocks into large runs.
package final class FragmentedHeap {
    /// A block of the size that the runtime allocates for an object's first weak reference.
    private final class Block {
        let words = (UInt(0), UInt(0))
    }

    private var blocks: [Block?]

    /// Fragments the heap.
    ///
    /// - Parameters:
    ///   - count: The number of blocks that can be allocated before the free blocks run out.
    ///   - generator: The source of the random order.
    package init(free count: Int, using generator: inout SplitMix64) {
        blocks = (0..<2 * count).map { _ in Block() }
        var freed = Array(stride(from: 0, to: blocks.count, by: 2))
        for last in freed.indices.reversed() { freed.swapAt(last, generator.index(below: last + 1)) }
        for index in freed { blocks[index] = nil }
    }
}
