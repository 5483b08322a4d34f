package import OutliveModel

extension HeapSnapshot {
    /// Returns the live blocks of each stack, in the order of `stacks`, then those without a stack.
    ///
    /// Looking up names blocks the calling thread. The backtrace of a stack without live blocks is empty.
    package func liveStacks(names: any AddressNames) -> [LiveStack] {
        let none = LiveStack(Backtrace(), knowsAllocations: allocations != nil || sampling != nil)
        var live = Array(repeating: none, count: stacks.count + 1)
        func add(_ objects: Int, _ bytes: Int, stack: UInt32) {
            let index = stack == Self.none ? stacks.count : Int(stack)
            live[index].objects += objects
            live[index].bytes += bytes
        }
        if header.hasGraph {
            for node in nodes { add(1, Int(node.bytes), stack: node.stack) }
        } else {
            for row in rows + rawRows { add(row.count, row.bytes, stack: row.stack) }
        }
        for total in allocations?.totals ?? sampling?.totals ?? [] { live[total.stack ?? stacks.count].add(total) }
        let used = stacks.indices.filter { !live[$0].isEmpty }.map(UInt32.init)
        var lookup = AllocationStacks(self)
        for (stack, backtrace) in zip(used, lookup.backtraces(ofStacks: used, names: names)) {
            live[Int(stack)].backtrace = backtrace.marked(cutAt: Int(header.framesPerStack))
        }
        return live
    }
}
