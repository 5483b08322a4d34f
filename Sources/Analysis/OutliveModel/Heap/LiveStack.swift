/// The blocks of one allocation stack, of one type or of all.
package struct LiveStack: Hashable, Sendable {
    /// The stack, with symbols if they were looked up; empty if none was captured.
    package var backtrace: Backtrace
    /// The type of the blocks, or `nil` for the blocks of all types.
    package var type: HeapType?
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

    package init(
        _ backtrace: Backtrace, type: HeapType? = nil, objects: Int, bytes: Int, allocated: HeapAmount? = nil
    ) {
        (self.backtrace, self.type) = (backtrace, type)
        (self.objects, self.bytes, self.allocated) = (objects, bytes, allocated)
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

    /// Adds the blocks of another stack.
    package mutating func add(_ other: LiveStack) {
        objects = boundedSum(objects, other.objects)
        bytes = boundedSum(bytes, other.bytes)
        allocated = .sum(allocated, other.allocated)
        temporary = .sum(temporary, other.temporary)
        peak = .sum(peak, other.peak)
    }

    /// `true` if it has no block.
    package var isEmpty: Bool {
        objects <= 0 && bytes <= 0 && (allocated ?? HeapAmount()) == HeapAmount() && peak == nil
    }
}

extension HeapCensus {
    /// The blocks by allocation stack and type, in the order of `stacks` and of the types' names; those without a stack
    /// come last.
    package var liveStacks: [LiveStack] {
        struct Place: Hashable {
            var stack: Int
            var type: HeapType
        }
        var sums: [Place: LiveStack] = [:]
        let none = LiveStack(Backtrace(), knowsAllocations: knowsAllocations)
        func add(_ blocks: LiveStack, _ stack: Int?, _ type: HeapType) {
            sums[Place(stack: stack ?? stacks.count, type: type), default: none].add(blocks)
        }
        for row in rows {
            var blocks = none
            (blocks.objects, blocks.bytes) = (row.count, row.bytes)
            add(blocks, row.stack, row.type)
        }
        for total in allocationTotals {
            var blocks = none
            blocks.add(total)
            add(blocks, total.stack, total.type)
        }
        return sums.filter { !$0.value.isEmpty }.sorted {
            ($0.key.stack, $0.key.type) < ($1.key.stack, $1.key.type)
        }.map { place, blocks in
            var blocks = blocks
            if place.stack < stacks.count { blocks.backtrace = stacks[place.stack].marked(cutAt: framesPerStack ?? 0) }
            blocks.type = place.type
            return blocks
        }
    }
}
