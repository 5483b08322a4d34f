/// The live blocks of one allocation stack.
package struct LiveStack: Hashable, Sendable {
    /// The stack, with symbols if they were looked up; empty if none was captured.
    package var backtrace: Backtrace
    package var objects: Int
    /// The sum of the blocks' sizes in bytes.
    package var bytes: Int
    /// All allocations at the stack, or `nil` if only live blocks are known.
    package var allocated: HeapAmount?

    package init(_ backtrace: Backtrace, objects: Int, bytes: Int, allocated: HeapAmount? = nil) {
        (self.backtrace, self.objects, self.bytes, self.allocated) = (backtrace, objects, bytes, allocated)
    }

    /// `true` if it has no block.
    package var isEmpty: Bool {
        objects <= 0 && bytes <= 0 && (allocated ?? HeapAmount()) == HeapAmount()
    }
}

extension HeapCensus {
    /// The blocks by allocation stack, in the order of `stacks`, then those without a stack if there are any.
    package var liveStacks: [LiveStack] {
        let none = sampling.map { _ in HeapAmount() }
        var sums = (stacks + [Backtrace()]).map { LiveStack($0, objects: 0, bytes: 0, allocated: none) }
        for row in rows {
            let index = row.stack ?? stacks.count
            sums[index].objects = boundedSum(sums[index].objects, row.count)
            sums[index].bytes = boundedSum(sums[index].bytes, row.bytes)
        }
        for total in sampling?.totals ?? [] { sums[total.stack ?? stacks.count].allocated? += total.amount }
        return sums.filter { !$0.isEmpty }
    }
}
