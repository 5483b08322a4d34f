import OutliveTestSupport

@testable import OutliveHeap

/// Random heaps of a seed, small enough for exhaustive algorithms.
enum RandomHeap {
    /// A heap's shape.
    enum Shape: CaseIterable {
        /// Few edges, so that most of the heap is in pieces.
        case sparse
        case dense
        /// A chain with few shortcuts and back edges.
        case chain
        /// Rings that touch.
        case rings
        /// A node refers to nodes near it.
        case near
    }

    /// A graph with objects, blocks, arrays and tasks, and with roots of all kinds.
    static func graph(seed: UInt64) throws -> HeapGraph {
        var fuzzing = Fuzzing(seed: seed)
        var builder = SnapshotBuilder()
        builder.flags = 3
        builder.module("/opt/app/bin/app", bias: 0, 0x1000..<0x2000)
        builder.module("/usr/lib/libdispatch.so", bias: 0, 0x3000..<0x4000)
        let fields = (0..<6).map { ("field\($0)", "App.A", UInt32(16 + 8 * $0), UInt32(0)) }
        var types = [
            builder.type("App.A", fields: fields), builder.type("App.A", fields: fields),
            builder.type("App.B", fields: [("weak", "App.A", 16, 1), fields[1], fields[2]]),
            builder.type("App.C"), builder.type("", .raw),
        ]
        if fuzzing.number(below: 2) == 0 { types.append(builder.type("Swift.Task", .task)) }
        let count = 1 + fuzzing.number(below: 24)
        let shape = fuzzing.one(of: Shape.allCases)
        for node in 0..<count {
            let targets = targets(of: node, count, shape, &fuzzing)
            builder.node(
                0x1000 + 0x100 * UInt64(node), bytes: UInt64(16 + fuzzing.number(below: 100)),
                type: fuzzing.one(of: types), state: fuzzing.number(below: 30) == 0 ? 1 : 0,
                edges: targets.enumerated().map { (UInt32(16 + 8 * $0.offset), UInt32($0.element)) })
        }
        for _ in 0..<fuzzing.one(of: [0, 1, 1, 2, 5]) {
            builder.root(
                UInt32(fuzzing.number(below: count)), kind: UInt32(fuzzing.one(of: [1, 2, 2, 2, 3, 4])),
                owner: fuzzing.one(of: [.max, 0]))
        }
        for _ in 0..<fuzzing.number(below: 2) {
            builder.root(UInt32(fuzzing.number(below: count)), kind: 1, owner: 1)
        }
        builder.thread("main", id: 1, 0..<0)
        return try HeapGraph(HeapSnapshot(builder.file))
    }

    private static func targets(of node: Int, _ count: Int, _ shape: Shape, _ fuzzing: inout Fuzzing) -> [Int] {
        let anywhere = { (fuzzing: inout Fuzzing) in fuzzing.number(below: count) }
        switch shape {
        case .sparse: return (0..<fuzzing.number(below: 2)).map { _ in anywhere(&fuzzing) }
        case .dense: return (0..<fuzzing.number(below: 7)).map { _ in anywhere(&fuzzing) }
        case .chain:
            let next = node + 1 < count ? [node + 1] : []
            return next + (fuzzing.number(below: 5) == 0 ? [anywhere(&fuzzing)] : [])
        case .rings:
            let size = 1 + count / 3
            let next = node / size * size + (node % size + 1) % size
            return (next < count ? [next] : []) + (fuzzing.number(below: 6) == 0 ? [anywhere(&fuzzing)] : [])
        case .near:
            return (0..<fuzzing.number(below: 4)).map { _ in
                min(max(node - 3 + fuzzing.number(below: 7), 0), count - 1)
            }
        }
    }
}
