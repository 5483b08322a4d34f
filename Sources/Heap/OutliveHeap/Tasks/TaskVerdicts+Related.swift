internal import OutliveModel

extension TaskVerdicts {
    /// The maximum number of nodes visited to find the program's part in the task of a library.
    private static let reach = 400

    /// Returns the function of the program for which the task of a library works: where a task waits whose continuation
    /// it leads to, the one that created it if stacks were captured, or the nearest closure that it leads to.
    func relatedPlace(of task: Int) -> TaskFrame? {
        let snapshot = table.snapshot
        if let place = relatedTasks(of: task).lazy.compactMap(place).first { return place }
        let edges = reached(by: task).lazy.flatMap { snapshot.nodes[$0].edges }
        let node = Int(table.entries[task].record.node)
        var stacks = AllocationStacks(snapshot)
        let creation = symbols.functions(of: stacks.backtrace(ofStack: snapshot.nodes[node].stack).frames)
        let functions = stacks.frames(
            ofFunctions: Array(edges.compactMap { snapshot.function(ofEdge: $0) }.prefix(Self.reach)))
        let modules = names.modules
        for frame in creation + symbols.functions(of: functions) {
            guard let name = CodeName(frame.symbols), !name.isAdapter, let module = name.module ?? name.topLevelModule,
                modules.isProgram(module), isOwnModule(module)
            else { continue }
            return TaskNames.frame(name)
        }
        return nil
    }

    /// Returns the tasks that wait for the continuations to which a task leads.
    func relatedTasks(of task: Int) -> [Int] {
        let snapshot = table.snapshot
        return reached(by: task).lazy.flatMap { snapshot.nodes[$0].edges }
            .compactMap { table.owner(of: Int(snapshot.edges[$0].target)) }
            .filter { $0 != task && table.entries[$0].isWaiting }
    }

    /// Returns the memory of a task and the nodes that it leads to, without other tasks' memory.
    private func reached(by task: Int) -> [Int] {
        let node = Int(table.entries[task].record.node)
        let own = [node] + table.snapshot.memory(ofTask: node).sorted()
        return graph.breadthFirst(from: own, upTo: Self.reach) { edge in
            let owner = table.owner(of: Int(table.snapshot.edges[edge].target))
            return graph.isStrong(edge: edge) && (owner == nil || owner == task)
        }.nodes
    }

    /// Returns the fetched package whose function waits in a task, with its version, or `nil` if there is none.
    func package(of task: Int) -> String? {
        var stacks = AllocationStacks(table.snapshot)
        let frames = symbols.functions(of: stacks.frames(ofFunctions: Array(table.backtrace(of: task))))
        return frames.lazy.flatMap(\.symbols).compactMap(FetchedPackage.init).first?.description
    }
}
