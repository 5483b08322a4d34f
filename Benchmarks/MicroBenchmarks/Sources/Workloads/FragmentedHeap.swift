package import OutliveBenchmark

/// A heap as a long-lived application has it: what is allocated next lies scattered over many pages.
///
/// Of many small blocks every second one is freed, in random order. The others stay until the heap is let go, so that
/// malloc cannot join the free ones into large runs.
package final class FragmentedHeap {
    /// As large as what the runtime allocates for an object's first weak reference, which it leaves room for.
    private final class Block {
        let words = (UInt(0), UInt(0))
    }

    private var blocks: [Block?]

    /// Scatters the heap.
    ///
    /// - Parameters:
    ///   - count: the number of blocks that can be allocated before the heap is in order again.
    ///   - generator: the source of the order.
    package init(free count: Int, using generator: inout SplitMix64) {
        blocks = (0..<2 * count).map { _ in Block() }
        var freed = Array(stride(from: 0, to: blocks.count, by: 2))
        for last in freed.indices.reversed() { freed.swapAt(last, generator.index(below: last + 1)) }
        for index in freed { blocks[index] = nil }
    }
}
