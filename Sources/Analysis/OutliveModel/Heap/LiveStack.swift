/// The live blocks with one allocation stack.
package struct LiveStack: Hashable, Sendable {
    /// The stack, with symbols if they were looked up; empty if none was captured.
    package var backtrace: Backtrace
    package var objects: Int
    /// The sum of the blocks' sizes in bytes.
    package var bytes: Int

    package init(_ backtrace: Backtrace, objects: Int, bytes: Int) {
        self.backtrace = backtrace
        self.objects = objects
        self.bytes = bytes
    }
}

extension HeapCensus {
    /// The live blocks by allocation stack, in the order of `stacks`, then those without a stack if there are any.
    package var liveStacks: [LiveStack] {
        var sums = (stacks + [Backtrace()]).map { LiveStack($0, objects: 0, bytes: 0) }
        for row in rows {
            let place = row.stack ?? stacks.count
            sums[place].objects = boundedSum(sums[place].objects, row.count)
            sums[place].bytes = boundedSum(sums[place].bytes, row.bytes)
        }
        return sums.filter { $0.objects > 0 || $0.bytes > 0 }
    }
}
