import OutliveTestSupport
import Testing

@testable import OutliveHeap

/// The fast algorithms compared with plain ones, on heaps of any shape.
@Suite struct RandomHeapTests {
    @Test func `Every path exists in the heap, from the best root, and none is better`() async throws {
        var origins: [HeapPath.Origin: Int] = [:]
        try await Fuzzing.run(count: 600) { seed in
            let graph = try RandomHeap.graph(seed: seed)
            let naive = NaiveRetention(graph)
            let paths = RetentionPaths(graph)
            for node in graph.snapshot.nodes.indices {
                let path = paths.path(to: node)
                try check(path, to: node, graph, "seed \(seed), node \(node): \(path)")
                try compare(path, to: node, naive, "seed \(seed), node \(node): \(path)")
                if case .root = path.origin {
                    origins[.root(0), default: 0] += 1
                } else {
                    origins[path.origin, default: 0] += 1
                }
                #expect(path == RetentionPaths(graph).path(to: node))
            }
        }
        for origin in [HeapPath.Origin.root(0), .task, .cycle, .unheld] { #expect(origins[origin, default: 0] > 100) }
    }

    /// Checks that a path is one.
    private func check(_ path: HeapPath, to node: Int, _ graph: HeapGraph, _ what: String) throws {
        let snapshot = graph.snapshot
        try #require(path.nodes.last == node && path.edges.count + 1 == path.nodes.count, "\(what)")
        for (place, edge) in path.edges.enumerated() {
            try #require(graph.strength(ofEdge: edge) != .none, "\(what)")
            try #require(snapshot.source(ofEdge: edge) == path.nodes[place], "\(what)")
            try #require(Int(snapshot.edges[edge].target) == path.nodes[place + 1], "\(what)")
        }
        try #require((path.loop > 0) == (path.origin == .cycle), "\(what)")
        try #require(path.loop <= path.edges.count && path.nodes[path.loop] == path.nodes[0], "\(what)")
        // No node twice, but for the one that a cycle comes back to.
        try #require(Set(path.nodes.prefix(path.loop)).count == path.loop, "\(what)")
        let straight = path.nodes.dropFirst(path.loop)
        try #require(Set(straight).count == straight.count, "\(what)")
        switch path.origin {
        case .root(let index):
            try #require(Int(snapshot.roots[index].node) == path.nodes[0], "\(what)")
            try #require(!snapshot.nodes[path.nodes[0]].isDeinitialised, "\(what)")
        case .task: try #require(graph.isTask(path.nodes[0]), "\(what)")
        case .unheld: try #require(graph.referrers(of: path.nodes[0]).isEmpty, "\(what)")
        case .cycle: break
        }
    }

    /// Checks that no path is better.
    private func compare(_ path: HeapPath, to node: Int, _ naive: NaiveRetention, _ what: String) throws {
        let graph = naive.graph
        let best = try #require(naive.best[node], "\(what)")
        var cost = path.edges.dropFirst(path.loop).reduce(0) { $0 + NaiveRetention.cost(graph.strength(ofEdge: $1)) }
        switch path.origin {
        case .root(let index):
            let root = graph.snapshot.roots[index]
            let ranks: [HeapSnapshot.Root.Kind: NaiveRetention.Rank] = [.mapping: .mapping, .stack: .stack]
            try #require(best.rank == ranks[root.kind, default: .lasting], "\(what)")
            if root.kind == .global, root.owner == 1 { cost += 2 }
            if root.kind == .threadLocal { cost += 3 }
        case .task:
            try #require(best.rank == .lasting, "\(what)")
            cost += 1
        case .unheld:
            try #require(best.rank == .rest, "\(what)")
            cost += 1
        case .cycle: try #require(best.rank == .rest, "\(what)")
        }
        let found = NaiveRetention.Cost(cost: cost, length: path.edges.count - path.loop)
        try #require(found == best.cost, "\(what): \(best)")
        guard path.origin == .cycle else { return }
        // Of the cycles through the node the one with the least doubtful references is shown, then the shortest.
        let rest = Set(naive.best.indices.filter { naive.best[$0]?.rank == .rest })
        let shortest = [ReferenceStrength.field, .word, .raw].lazy.compactMap {
            naive.shortestCycle(through: path.nodes[0], worst: $0, within: rest)
        }.first
        try #require(path.loop == shortest, "\(what)")
    }

    @Test func `Dominators are the objects on all paths, and retained is what they dominate`() async throws {
        try await Fuzzing.run(count: 400) { seed in
            let graph = try RandomHeap.graph(seed: seed)
            let naive = NaiveRetention(graph)
            let paths = RetentionPaths(graph)
            let starts = paths.starts()
            let all = naive.reached(from: starts)
            try #require(all.count == graph.snapshot.nodes.count, "seed \(seed)")
            let sizes = RetainedSizes(paths)
            let dominated = graph.snapshot.nodes.indices.map {
                all.subtracting(naive.reached(from: starts, without: $0))
            }
            let bytes = { (nodes: Set<Int>) in nodes.reduce(0) { $0 + Int(graph.snapshot.nodes[$1].bytes) } }
            for node in graph.snapshot.nodes.indices {
                let above = graph.snapshot.nodes.indices.filter { $0 != node && dominated[$0].contains(node) }
                // The nearest is the one that all the others dominate.
                let nearest = above.first { candidate in above.allSatisfy { dominated[$0].contains(candidate) } }
                let dominator = nearest.map(UInt32.init) ?? HeapSnapshot.none
                try #require(sizes.dominators[node] == dominator, "seed \(seed), node \(node)")
                try #require(sizes.retainedBytes(of: node) == bytes(dominated[node]), "seed \(seed), node \(node)")
            }
            var fuzzing = Fuzzing(seed: ~seed)
            let groups = (0..<3).map { _ in
                (0..<fuzzing.number(below: 8)).map { _ in fuzzing.number(below: all.count) }
            }
            let together = groups.map { $0.reduce(into: Set<Int>()) { $0.formUnion(dominated[$1]) } }
            try #require(sizes.retainedBytes(ofGroups: groups) == together.map(bytes), "seed \(seed), \(groups)")
        }
    }

    @Test func `A path starts at a root's object, a task, or the only start in unreferenced memory`()
        async throws
    {
        try await Fuzzing.run(count: 400) { seed in
            let graph = try RandomHeap.graph(seed: seed)
            let naive = NaiveRetention(graph)
            let starts = RetentionPaths(graph).starts()
            let held = naive.reached(from: starts.filter { naive.best[Int($0)]?.rank != .rest })
            for start in Set(starts) where !held.contains(Int(start)) {
                // Nothing else that is a beginning leads there.
                let others = starts.filter { $0 != start }
                try #require(!naive.reached(from: others).contains(Int(start)), "seed \(seed), node \(start)")
            }
            // A cycle that keeps itself alive is shown for all that it leads to, whatever else holds that.
            let kept = naive.reached(from: naive.kept.map(UInt32.init))
            for (node, best) in naive.best.enumerated() {
                if best?.rank != .rest {
                    try #require(held.contains(node), "seed \(seed), node \(node)")
                } else {
                    try #require(!held.contains(node) || kept.contains(node), "seed \(seed), node \(node)")
                }
            }
        }
    }

    @Test func `Referrers are the reversed edges`() async throws {
        try await Fuzzing.run(count: 200) { seed in
            let graph = try RandomHeap.graph(seed: seed)
            let edges = NaiveRetention(graph).edges
            for node in graph.snapshot.nodes.indices {
                let expected = edges.filter { $0.to == node }
                try #require(graph.referrers(of: node).map { Int($0) } == expected.map(\.from), "seed \(seed)")
                try #require(
                    graph.holders(of: node).map(\.strength).elementsEqual(
                        expected.map { graph.strength(ofEdge: $0.index) }), "seed \(seed)")
            }
        }
    }
}
