internal import OutliveModel

extension SuspectSearch {
    /// The maximum number of nodes visited in each search for an owner.
    private static let reach = 256

    /// Returns the object of the program that stores the subscription of a library by which it is kept alive itself,
    /// and the edge of the property, or `nil` if there is none.
    ///
    /// A circle of references leads from the property through objects of libraries and closures to the owner.
    ///
    /// - Parameter node: The owner itself, or an object of the circle.
    func ownerOfSubscription(at node: Int) -> (owner: Int, edge: Int)? {
        let owners = isObjectOfProgram(node) ? [node] : reached(from: [node]).filter(isObjectOfProgram)
        for owner in owners where graph.snapshot.nodes[owner].edgeCount <= CutCheck.maximumEdges {
            let edges = graph.snapshot.nodes[owner].edges.filter { edge in
                let target = Int(graph.snapshot.edges[edge].target)
                guard graph.isStrong(edge: edge), !graph.isTask(target) else { return false }
                let circle = reached(from: [target])
                return circle.contains(node) && circle.contains(owner) && circle.contains(where: isSubscription)
            }
            // A publisher of the owner leads to its subscription as well.
            let stored = edges.first { graph.reference($0, from: owner).fieldType.contains("Cancellable") }
            if let edge = stored ?? edges.first { return (owner, edge) }
        }
        return nil
    }

    /// Returns nodes and what they lead to; objects of the program are not passed.
    private func reached(from starts: [Int]) -> [Int] {
        graph.breadthFirst(from: starts, upTo: Self.reach) { edge in
            graph.strength(ofEdge: edge) < .raw
                && !isObjectOfProgram(graph.snapshot.source(ofEdge: edge))
                && !graph.isTask(Int(graph.snapshot.edges[edge].target))
        }.nodes
    }

    private func isObjectOfProgram(_ node: Int) -> Bool {
        guard let type = graph.snapshot.type(ofNode: node), type.kind == .object else { return false }
        return type.module.map(isProgram) ?? false
    }

    private func isSubscription(_ node: Int) -> Bool {
        graph.snapshot.type(ofNode: node).flatMap { ObjectInspector.of(type: $0.name) }?.isOfSubscriptions ?? false
    }
}
