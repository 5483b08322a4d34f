package import OutliveModel

extension HeapSnapshot {
    /// Returns the live blocks of each stack, in the order of `stacks`, then those without a stack.
    ///
    /// Looking up names blocks the calling thread. The backtrace of a stack without live blocks is empty.
    package func liveStacks(names: any AddressNames) -> [LiveStack] {
        var live = Array(repeating: emptyStack, count: stacks.count + 1)
        for blocks in blocksByType { live[blocks.stack].add(blocks.live) }
        let used = stacks.indices.filter { !live[$0].isEmpty }.map(UInt32.init)
        var lookup = AllocationStacks(self)
        for (stack, backtrace) in zip(used, lookup.backtraces(ofStacks: used, names: names)) {
            live[Int(stack)].backtrace = backtrace.marked(cutAt: Int(header.framesPerStack))
        }
        return live
    }

    /// Returns the live blocks of each stack and type, in the order of `stacks` and of the types' names; those without a
    /// stack come last.
    ///
    /// Looking up names blocks the calling thread.
    package func liveStacksByType(names: any AddressNames) -> [LiveStack] {
        let found = blocksByType.filter { !$0.live.isEmpty }.sorted { first, second in
            first.stack != second.stack
                ? first.stack < second.stack : (first.live.type ?? .rawMemory) < (second.live.type ?? .rawMemory)
        }
        var lookup = AllocationStacks(self)
        // One of several types at a stack has the same backtrace.
        let indices = found.map { $0.stack < stacks.count ? UInt32($0.stack) : Self.none }
        return zip(found, lookup.backtraces(ofStacks: indices, names: names)).map { blocks, backtrace in
            var live = blocks.live
            live.backtrace = backtrace.marked(cutAt: Int(header.framesPerStack))
            return live
        }
    }

    private var emptyStack: LiveStack {
        LiveStack(Backtrace(), knowsAllocations: allocations != nil || sampling != nil)
    }

    /// The live blocks by stack and type, without backtraces; blocks without a stack have the number after the last one.
    private var blocksByType: [(stack: Int, live: LiveStack)] {
        struct Place: Hashable {
            var stack: Int
            var type: Int
        }
        var (found, numbers): ([(stack: Int, live: LiveStack)], [Place: Int]) = ([], [:])
        // Numbers are faster to compare than names.
        var types: [HeapType] = []
        var numberOfType: [HeapType: Int] = [:]
        func number(of type: HeapType) -> Int {
            if let number = numberOfType[type] { return number }
            numberOfType[type] = types.count
            types.append(type)
            return types.count - 1
        }
        func place(_ stack: Int, _ type: Int) -> Int {
            let place = Place(stack: stack, type: type)
            if let number = numbers[place] { return number }
            var live = emptyStack
            live.type = types[type]
            numbers[place] = found.count
            found.append((stack, live))
            return found.count - 1
        }
        let raw = number(of: .rawMemory)
        let known = self.types.map { number(of: $0.type ?? .rawMemory) }
        func add(_ objects: Int, _ bytes: Int, _ stack: UInt32, _ type: UInt32) {
            let place = place(
                stack == Self.none ? stacks.count : Int(stack), type == Self.none ? raw : known[Int(type)])
            found[place].live.objects += objects
            found[place].live.bytes += bytes
        }
        if header.hasGraph {
            for node in nodes { add(1, Int(node.bytes), node.stack, node.type) }
        } else {
            for row in rows + rawRows { add(row.count, row.bytes, row.stack, row.type) }
        }
        for total in allocations?.totals ?? sampling?.totals ?? [] {
            found[place(total.stack ?? stacks.count, number(of: total.type))].live.add(total)
        }
        return found
    }
}
