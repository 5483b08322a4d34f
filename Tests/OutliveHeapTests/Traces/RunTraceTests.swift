import OutliveModel
import Testing

@testable import OutliveHeap

/// Lists, rings and similar structures, whose objects are all alike.
struct RunTraceTests {
    /// A heap of nodes `n0` to the last, each with a reference to the next.
    ///
    /// - Parameters:
    ///   - last: The references of the last node.
    ///   - before: The lines before the nodes.
    private func list(_ count: Int, last: String = "", before: String = "") -> HeapSketch {
        let nodes = (0..<count).map { place in
            let next = place + 1 < count ? "  next: Swift.Optional<App.Node> => n\(place + 1)\n" : last
            return "n\(place) = App.Node\n" + next
        }
        return HeapSketch(before + nodes.joined())
    }

    private func traces(_ heap: HeapSketch, _ names: [String], leaking: [String]? = nil) throws -> [LeakTrace] {
        try heap.traces(of: names, leaking: leaking ?? [])
    }

    @Test func `A list is one trace, in which the reference to the next is printed once`() throws {
        let heap = list(300, before: "global head : App.Node => n0\n")
        let traces = try traces(heap, (0..<300).map { "n\($0)" })
        let trace = try #require(traces.first)
        #expect(traces.count == 1)
        #expect(trace.description == "head -> Node.next… -> Node")
        #expect(trace.objects == 300)
        #expect(trace.culprit?.name == "head")
        let short = list(5, before: "global head : App.Node => n0\n")
        #expect(try self.traces(short, (0..<5).map { "n\($0)" }).map(\.fingerprint) == [trace.fingerprint])
    }

    @Test func `A run ends at the first leaking object`() throws {
        let heap = list(40, before: "global head : App.Node => n0\n")
        let trace = try #require(try traces(heap, (20..<40).map { "n\($0)" }).first)
        #expect(trace.description == "head -> Node.next… -> Node.next -> Node.next… -> Node")
        // Of a list what it is kept in is to blame.
        #expect(trace.culprit?.name == "head")
        #expect(trace.culprit?.step == 0)
    }

    @Test func `A ring of any length is one cycle`() throws {
        let large = list(300, last: "  next: Swift.Optional<App.Node> => n0\n")
        let traces = try traces(large, (0..<300).map { "n\($0)" })
        let trace = try #require(traces.first)
        #expect(traces.count == 1)
        #expect(trace.description == "Node.next… -> Node")
        #expect(trace.shape == .cycle)
        #expect(trace.culprit?.name == "Node.next")
        let small = list(3, last: "  next: Swift.Optional<App.Node> => n0\n")
        #expect(try self.traces(small, ["n0"]).map(\.fingerprint) == [trace.fingerprint])
    }

    @Test func `References that repeat in turns are reported once`() throws {
        let text = (0..<60).map { place in
            "a\(place) = App.A\n  b: App.B => b\(place)\nb\(place) = App.B\n"
                + (place < 59 ? "  a: App.A => a\(place + 1)\n" : "")
        }
        let heap = HeapSketch("global first : App.A => a0\n" + text.joined())
        let traces = try traces(heap, (0..<60).map { "b\($0)" }, leaking: (0..<60).flatMap { ["a\($0)", "b\($0)"] })
        #expect(traces.count == 1)
        #expect(traces[0].description == "first -> A.b -> B.a… -> A.b… -> B")
        #expect(traces[0].culprit?.name == "first")
    }

    @Test func `A long path without repeats is shown by both ends`() throws {
        let text = (0..<400).map { "n\($0) = App.Type\($0)\n  p\($0): App.Any => n\($0 + 1)\n" }
        let heap = HeapSketch("global first : App.A => n0\n" + text.joined() + "n400 = App.Last\n")
        let trace = try #require(try traces(heap, ["n400"]).first)
        #expect(trace.steps.count < 100)
        #expect(trace.steps.contains { $0.edge?.hasSuffix("…") ?? false })
        #expect(trace.culprit?.name == "Type399.p399")
    }

    /// Snapshots of many objects of one type, whose references a function determines.
    private func snapshot(_ count: Int, roots: [UInt32] = [], _ targets: (Int) -> [Int]) throws -> HeapSnapshot {
        var builder = SnapshotBuilder()
        builder.flags = 3
        builder.module("/opt/app/bin/app", bias: 0, 0x1000..<0x2000)
        let type = builder.type(
            "App.Node", fields: [("next", "App.Node", 16, 0), ("previous", "App.Node", 24, 0)])
        for node in 0..<count {
            builder.node(
                0x1000 + UInt64(node) * 64, type: type,
                edges: targets(node).enumerated().map { (UInt32(16 + 8 * $0.offset), UInt32($0.element)) })
        }
        for root in roots { builder.root(root, kind: 1, owner: 0) }
        return try HeapSnapshot(builder.file)
    }

    @Test func `All paths of a list together take a step for each node`() throws {
        let count = 5000
        let list = try snapshot(count, roots: [0]) { $0 + 1 < count ? [$0 + 1] : [] }
        var paths = FoldedPaths(RetentionPaths(HeapGraph(list)), leaking: [])
        for node in stride(from: 0, to: count, by: 40) { #expect(paths.path(to: node).nodes.count <= 2) }
        #expect(paths.used <= count)
    }

    @Test func `All cycles of a ring together take no more than the first and a budget`() throws {
        let count = 8000
        let ring = try snapshot(count) { [($0 + 1) % count] }
        var paths = FoldedPaths(RetentionPaths(HeapGraph(ring)), leaking: [])
        for node in stride(from: 0, to: count, by: 40) {
            let path = paths.path(to: node)
            #expect(path.nodes == [node, node] && path.runs == [0] && path.loop == 1)
        }
        #expect(paths.used <= 4 * count + SharedCycles.steps + 1000)
    }

    @Test func `Objects beside the searched ring of a component are reached from there`() throws {
        // A ring of some thousands, and beside it another one that begins and ends in it.
        let (count, branch) = (10_000, 7000)
        let ring = try snapshot(count) { node in
            if node == branch - 1 { return [0] }
            if node == count - 1 { return [1] }
            return node == 0 ? [1, branch] : [node + 1]
        }
        var paths = FoldedPaths(RetentionPaths(HeapGraph(ring)), leaking: [])
        for node in stride(from: 1, to: count, by: 20) {
            let path = paths.path(to: node)
            #expect(path.origin == .cycle && path.nodes.last == node && path.nodes.count < 10)
        }
        #expect(paths.used <= 6 * count + SharedCycles.steps)
    }
}
