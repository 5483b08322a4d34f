import OutliveTestSupport

extension SnapshotBuilder {
    /// A heap of objects, closures, arrays, tasks and raw blocks that refer to each other by chance.
    static func random(seed: UInt64, nodes: Int = 40) -> SnapshotBuilder {
        var random = Fuzzing(seed: seed)
        var builder = SnapshotBuilder()
        builder.flags = 3
        builder.module("/opt/app/bin/app", bias: 0x10000, 0x11000..<0x20000)
        let types = [
            builder.type(
                "App.A", size: 40,
                fields: [("first", "App.A", 16, 0), ("second", "App.A", 24, 0), ("weak", "App.A", 32, 2)]),
            builder.type("(App.A)", .closure, fields: [("", "App.A", 16, 0)]),
            builder.type("Swift._ContiguousArrayStorage<App.A>", stride: 8),
            builder.type("Swift.Task", .task),
            builder.type("", .raw),
        ]
        let stacks = [builder.stack([0x11500, 0x11600]), builder.stack([0x11600]), UInt32.max]
        for node in 0..<nodes {
            let offsets: [UInt32] = [16, 24, 32, 40].filter { _ in random.number(below: 3) == 0 }
            builder.node(
                0x1000 + UInt64(node) * 64, bytes: UInt64(48 + random.number(below: 16)), type: random.one(of: types),
                stack: random.one(of: stacks), state: random.number(below: 12) == 0 ? 1 : 0,
                elements: UInt32(random.number(below: 3)),
                edges: offsets.map { ($0, UInt32(random.number(below: nodes))) })
        }
        for _ in 0..<random.number(below: 6) {
            builder.root(
                UInt32(random.number(below: nodes)), kind: UInt32(1 + random.number(below: 4)),
                address: 0x5000 + UInt64(random.number(below: 100)) * 8)
        }
        return builder
    }
}
