/// The blocks of one allocation stack.
package struct LiveStack: Hashable, Sendable {
    /// The stack, with symbols if they were looked up; empty if none was captured.
    package var backtrace: Backtrace
    /// The number of live blocks.
    package var objects: Int
    /// The sum of the live blocks' sizes in bytes.
    package var bytes: Int
    /// All allocations at the stack, or `nil` if only live blocks are known.
    package var allocated: HeapAmount?
    /// Those released before their thread allocated another block, or `nil` if these are unknown.
    package var temporary: HeapAmount?
    /// The blocks that were alive at the peak of the heap, or `nil` if these are unknown.
    package var peak: HeapAmount?

    package init(_ backtrace: Backtrace, objects: Int, bytes: Int, allocated: HeapAmount? = nil) {
        (self.backtrace, self.objects, self.bytes, self.allocated) = (backtrace, objects, bytes, allocated)
    }

    /// Creates a stack without blocks.
    package init(_ backtrace: Backtrace, knowsAllocations: Bool) {
        self.init(backtrace, objects: 0, bytes: 0, allocated: knowsAllocations ? HeapAmount() : nil)
    }

    /// Adds the allocations of a type at the stack.
    package mutating func add(_ total: AllocationTotal) {
        allocated = .sum(allocated, total.amount)
        temporary = .sum(temporary, total.temporary)
        peak = .sum(peak, total.peak)
    }

    /// `true` if it has no block.
    package var isEmpty: Bool {
        objects <= 0 && bytes <= 0 && (allocated ?? HeapAmount()) == HeapAmount() && peak == nil
    }
}

extension HeapCensus {
    /// The blocks by allocation stack, in the order of `stacks`, then those without a stack if there are any.
    package var liveStacks: [LiveStack] {
        var sums = (stacks + [Backtrace()]).map { LiveStack($0, knowsAllocations: knowsAllocations) }
        for row in rows {
            let index = row.stack ?? stacks.count
            sums[index].objects = boundedSum(sums[index].objects, row.count)
            sums[index].bytes = boundedSum(sums[index].bytes, row.bytes)
        }
        for total in allocationTotals { sums[total.stack ?? stacks.count].add(total) }
        return sums.filter { !$0.isEmpty }
    }
}
