import OutliveModel
import OutliveTestSupport
import Testing

@testable import OutliveHeap

@Suite struct HeapSnapshotFuzzTests {
    /// Reads bytes that may be a file. An accepted file must be consistent, and a census is made of it.
    ///
    /// - Returns: `true` if the bytes were accepted.
    private func accepts(_ bytes: [UInt8], seed: UInt64) throws -> Bool {
        let snapshot: HeapSnapshot
        do {
            snapshot = try HeapSnapshot(bytes)
        } catch {
            let offset = try #require(error.offset, "seed \(seed)")
            try #require((0...bytes.count).contains(offset), "seed \(seed): \(error)")
            try #require(!error.message.isEmpty && !error.message.contains("\n"), "seed \(seed): \(error)")
            return false
        }
        let fields = snapshot.types.indices.reduce(0) { $0 + snapshot.fields(ofType: $1).count }
        let frames = snapshot.stacks.indices.reduce(0) { $0 + snapshot.frames(ofStack: $1).count }
        try #require(fields >= 0 && frames <= 64 * snapshot.stacks.count, "seed \(seed)")
        var edges = 0
        for (index, node) in snapshot.nodes.enumerated() {
            edges += snapshot.edges(ofNode: index).count
            try #require(snapshot.types.indices.contains(Int(node.type)), "seed \(seed)")
            try #require(node.stack == HeapSnapshot.none || node.stack < snapshot.stacks.count, "seed \(seed)")
            try #require(snapshot.node(at: node.address) == index, "seed \(seed)")
            try #require(snapshot.edges(ofNode: index).allSatisfy { $0.target < snapshot.nodes.count }, "seed \(seed)")
        }
        try #require(edges == snapshot.edges.count, "seed \(seed)")
        try #require(snapshot.roots.allSatisfy { $0.node < snapshot.nodes.count }, "seed \(seed)")
        for (index, function) in snapshot.functions.enumerated() {
            let place = Int(function.reference)
            let found = function.isOfRoot ? snapshot.function(ofRoot: place) : snapshot.function(ofEdge: place)
            try #require(found == function.value, "seed \(seed), function \(index)")
        }
        for table in snapshot.hashTables {
            try #require(snapshot.hashTable(ofNode: Int(table.node)) == table, "seed \(seed)")
            for entries in [table.keys, table.values].compactMap({ $0 }) {
                let end = UInt64(entries.offset) + UInt64(table.buckets) * UInt64(entries.stride)
                try #require(end <= snapshot.nodes[Int(table.node)].bytes, "seed \(seed)")
            }
        }
        for task in snapshot.tasks {
            try #require(snapshot.task(ofNode: Int(task.node)) == task, "seed \(seed)")
            try #require(snapshot.frames(of: task).count == Int(task.frameCount), "seed \(seed)")
            try #require(task.parent.map(snapshot.nodes.indices.contains) ?? true, "seed \(seed)")
        }
        for value in snapshot.values {
            try #require(snapshot.value(ofEdge: Int(value.edge)) == value, "seed \(seed)")
        }
        let references = EdgeReferences(snapshot)
        for index in snapshot.nodes.indices {
            try #require(snapshot.types.indices.contains(snapshot.contentType(ofNode: index)), "seed \(seed)")
            for edge in snapshot.nodes[index].edges { _ = references.reference(edge, from: index) }
        }
        let census = HeapCensus(snapshot)
        let all = snapshot.rows.reduce(0) { $0 + $1.count }
        // Sums stop at the greatest number of a report.
        let isBounded = max(all, census.objects) >= 1 << 53
        try #require(isBounded || census.objects + census.deinitialised == all, "seed \(seed)")
        try #require(census.rows.count <= snapshot.rows.count + snapshot.rawRows.count, "seed \(seed)")
        let (raw, objects) = (
            census.rows.filter { $0.type == .rawMemory }, census.rows.filter { $0.type != .rawMemory }
        )
        let blocks = snapshot.rawRows.reduce(0) { $0 + $1.count }
        try #require(raw.reduce(0) { $0 + $1.count } == blocks, "seed \(seed)")
        try #require(objects.allSatisfy { $0.contents.map { $0.used <= $0.capacity } ?? true }, "seed \(seed)")
        try #require(census.rows.allSatisfy { $0.stack.map(census.stacks.indices.contains) ?? true }, "seed \(seed)")
        let totals = census.totals()
        try #require(
            isBounded || blocks >= 1 << 53 || totals.reduce(0) { $0 + $1.objects } == census.objects + blocks,
            "seed \(seed)")
        // Births may lie in any cycle, so the same census five times can look like growth.
        let growth = HeapGrowth([census, census, census, census, census], warmup: 1)
        try #require(growth.findings.count + growth.retainedTypes <= 2 * census.rows.count, "seed \(seed)")
        // Growth is judged unless there are no stacks to compare.
        try #require(growth.notes.isEmpty || census.stacks.isEmpty, "seed \(seed)")
        try checkGraph(snapshot, seed: seed)
        return true
    }

    /// Checks that an accepted snapshot is a graph with a path to every node.
    private func checkGraph(_ snapshot: HeapSnapshot, seed: UInt64) throws {
        let graph = HeapGraph(snapshot)
        for task in snapshot.tasks {
            let holders = graph.continuationHolders(ofTask: Int(task.node))
            try #require(holders == Set(holders).sorted() && !holders.contains(Int(task.node)), "seed \(seed)")
        }
        let tasks = AnalysedSnapshot(snapshot, names: NoAddressNames()).tasks
        try #require(tasks.groups.allSatisfy { $0.count > 0 && $0.parent != $0.number }, "seed \(seed)")
        let paths = RetentionPaths(graph)
        let sizes = RetainedSizes(paths)
        for node in snapshot.nodes.indices {
            let path = paths.path(to: node)
            try #require(path.nodes.last == node && path.nodes.count == path.edges.count + 1, "seed \(seed)")
            try #require(path.edges.allSatisfy { paths.graph.isStrong(edge: $0) }, "seed \(seed)")
            try #require(sizes.retainedBytes(of: node) >= Int(clamping: snapshot.nodes[node].bytes), "seed \(seed)")
            try #require(Int(sizes.dominators[node]) != node, "seed \(seed)")
        }
        try #require(sizes.retainedBytes(ofGroups: [Array(snapshot.nodes.indices)])[0] >= 0, "seed \(seed)")
    }

    private func random(_ fuzzing: inout Fuzzing, _ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(fuzzing.number(below: 256)) }
    }

    /// A number that is likely to be good, or to be just not.
    private func number(_ fuzzing: inout Fuzzing, below bound: Int) -> UInt32 {
        let good = UInt32(fuzzing.number(below: max(bound, 1)))
        return fuzzing.number(below: 60) == 0
            ? fuzzing.one(of: [.max, .max - 1, UInt32(bound), UInt32(bound) + 1, 1 << 31, 0]) : good
    }

    /// A file with some of everything.
    private func builder(_ fuzzing: inout Fuzzing) -> SnapshotBuilder {
        var builder = SnapshotBuilder()
        (builder.flags, builder.cycle) = (3, number(&fuzzing, below: 9))
        builder.reason = number(&fuzzing, below: 4)
        let texts = [
            "", "App.Session", "Größe.Maß", "Swift._ContiguousArrayStorage<App.Session>", "(Swift.Int)", "a\u{0}b",
        ]
        var address: UInt64 = 0x1000
        for _ in 0..<fuzzing.number(below: 4) {
            let end = address + UInt64(number(&fuzzing, below: 0x2000))
            let epoch = number(&fuzzing, below: 3)
            builder.module(
                fuzzing.one(of: texts), bias: address / 2, min(address, end)..<max(address, end),
                epochs: epoch..<max(epoch, epoch &+ number(&fuzzing, below: 3)))
            address = end
        }
        let types = 1 + fuzzing.number(below: 5)
        var taskTypes: Set<UInt32> = []
        for type in 0..<UInt32(types) {
            let kind = fuzzing.one(
                of: [.object, .object, .closure, .box, .error, .task, .other] as [SnapshotBuilder.Kind])
            if kind == .task { taskTypes.insert(type) }
            builder.type(
                fuzzing.one(of: texts), kind,
                fields: (0..<fuzzing.number(below: 3)).map {
                    (fuzzing.one(of: texts), fuzzing.one(of: texts), UInt32($0 * 8), number(&fuzzing, below: 4))
                })
        }
        let raw = builder.type("", .raw)
        let stacks = 1 + fuzzing.number(below: 5)
        for _ in 0..<stacks {
            builder.stack(
                (0..<fuzzing.number(below: 17)).map { _ in UInt64(fuzzing.number(below: 0x4000)) },
                epoch: number(&fuzzing, below: 3))
        }
        func stack(_ fuzzing: inout Fuzzing) -> UInt32 {
            fuzzing.number(below: 3) == 0 ? .max : number(&fuzzing, below: stacks)
        }
        for _ in 0..<fuzzing.number(below: 8) {
            builder.row(
                number(&fuzzing, below: types), stack: stack(&fuzzing), birth: number(&fuzzing, below: 4),
                state: number(&fuzzing, below: 2), objects: UInt64(number(&fuzzing, below: 100)),
                bytes: UInt64(number(&fuzzing, below: 10_000)))
        }
        let rows = Int(builder.sections[7]?.count ?? 0)
        for row in 0..<rows where fuzzing.number(below: 3) == 0 {
            builder.container(
                number(&fuzzing, below: rows) / 8 &+ UInt32(row), used: UInt64(number(&fuzzing, below: 40)),
                capacity: 40 + UInt64(number(&fuzzing, below: 40)))
        }
        for _ in 0..<fuzzing.number(below: 5) {
            builder.rawRow(
                stack: stack(&fuzzing), birth: number(&fuzzing, below: 4), blocks: UInt64(number(&fuzzing, below: 100)),
                bytes: UInt64(number(&fuzzing, below: 10_000)))
        }
        let nodes = fuzzing.number(below: 10)
        address = 0x10_0000
        for index in 0..<nodes {
            let bytes = number(&fuzzing, below: 200)
            let type = index % 2 == 0 ? raw : number(&fuzzing, below: types)
            builder.node(
                address, bytes: UInt64(bytes), type: type,
                stack: stack(&fuzzing), state: number(&fuzzing, below: 2),
                edges: (0..<fuzzing.number(below: 3)).map { (UInt32($0) * 8, number(&fuzzing, below: nodes)) })
            address += UInt64(bytes) + 16
            if taskTypes.contains(type) {
                let frames = (0..<fuzzing.number(below: 3)).map { 0x1000 + UInt64($0) }
                builder.task(
                    UInt32(index), flags: number(&fuzzing, below: 256), waitsFor: number(&fuzzing, below: 5),
                    awaited: number(&fuzzing, below: nodes), parent: .max, frames: frames)
            }
            if fuzzing.number(below: 4) == 0 {
                let buckets = number(&fuzzing, below: 3)
                builder.hashTable(
                    UInt32(index), buckets: buckets, keys: (number(&fuzzing, below: 4) &* 8, 8),
                    values: (fuzzing.number(below: 2) == 0 ? 0 : 32, 8))
            }
        }
        for edge in 0..<(builder.sections[9]?.count ?? 0) where fuzzing.number(below: 4) == 0 {
            builder.value(edge, type: number(&fuzzing, below: types), offset: UInt32(fuzzing.number(below: 40)))
        }
        for node in 0..<UInt32(nodes) where fuzzing.number(below: 4) == 0 {
            builder.valueBox(node, type: number(&fuzzing, below: types))
        }
        for edge in 0..<(builder.sections[9]?.count ?? 0) where fuzzing.number(below: 3) == 0 {
            builder.function(edge, 0x1000 + UInt64(edge))
        }
        if nodes > 0 {
            builder.thread("main", id: 1, 0..<UInt64(number(&fuzzing, below: 100)))
            for _ in 0..<fuzzing.number(below: 4) {
                builder.root(
                    number(&fuzzing, below: nodes), kind: 1 + number(&fuzzing, below: 3) % 4,
                    owner: fuzzing.one(of: [.max, .max, 0]))
            }
        }
        return builder
    }

    @Test func `Any file is refused or consistent in itself`() async throws {
        var accepted = 0
        let inputs = try await Fuzzing.run(count: 1_000) { seed in
            var fuzzing = Fuzzing(seed: seed)
            if try accepts(builder(&fuzzing).file, seed: seed) { accepted += 1 }
        }
        #expect(accepted > inputs / 20)
        #expect(accepted < inputs)
    }

    @Test func `A file with sections changed as a whole is refused or consistent in itself`() async throws {
        var accepted = 0
        let inputs = try await Fuzzing.run(count: 1_000) { seed in
            var fuzzing = Fuzzing(seed: seed)
            var builder = SnapshotBuilder.example()
            for _ in 0...fuzzing.number(below: 2) {
                let bytes = random(&fuzzing, fuzzing.one(of: [1, 8, 40]))
                let choice = fuzzing.number(below: 5)
                let share = fuzzing.number(below: 4)
                builder.change(fuzzing.one(of: Array(1...18) + [20, 21])) { section in
                    let item = Int(section.itemBytes)
                    switch choice {
                    case 0: section.bytes.removeLast(min(section.bytes.count, item * share))
                    case 1: section.bytes += section.bytes.prefix(item * share)
                    case 2: section.bytes += bytes
                    case 3: section.itemBytes = UInt32(bytes[0])
                    default: section.bytes = Array(section.bytes.dropFirst(item * share))
                    }
                }
            }
            if try accepts(builder.file, seed: seed) { accepted += 1 }
        }
        #expect(accepted > 0 && accepted < inputs)
    }

    @Test func `A file with bytes and bits changed is refused or consistent in itself`() async throws {
        let whole = SnapshotBuilder.example().file
        var accepted = 0
        let inputs = try await Fuzzing.run(count: 3_000) { seed in
            var fuzzing = Fuzzing(seed: seed)
            var bytes = whole
            for _ in 0...fuzzing.number(below: 3) {
                let place = fuzzing.number(below: bytes.count)
                switch fuzzing.number(below: 5) {
                case 0: bytes[place] = UInt8(fuzzing.number(below: 256))
                case 1: bytes[place] ^= 1 << UInt8(fuzzing.number(below: 8))
                case 2: bytes[place] = fuzzing.one(of: [0, 1, 0x7F, 0x80, 0xFF])
                case 3:
                    // A number of 4 or 8 bytes, at its place.
                    let start = place / 8 * 8
                    for index in start..<min(start + fuzzing.one(of: [4, 8]), bytes.count) { bytes[index] = 0xFF }
                default:
                    let from = fuzzing.number(below: bytes.count)
                    for offset in 0..<min(8, bytes.count - max(place, from)) {
                        bytes[place + offset] = bytes[from + offset]
                    }
                }
            }
            if try accepts(bytes, seed: seed) { accepted += 1 }
        }
        #expect(accepted > 0 && accepted < inputs)
    }

    @Test func `Pieces of files, and random bytes, are refused`() async throws {
        let whole = SnapshotBuilder.example().file
        try await Fuzzing.run(count: 2_000) { seed in
            var fuzzing = Fuzzing(seed: seed)
            let bytes: [UInt8]
            switch fuzzing.number(below: 4) {
            case 0: bytes = random(&fuzzing, fuzzing.number(below: 300))
            case 1: bytes = Array("OUTLHEAP".utf8) + [1, 0, 0, 0] + random(&fuzzing, fuzzing.number(below: 300))
            case 2: bytes = Array(whole.prefix(fuzzing.number(below: whole.count)))
            default:
                // The header and the table are good, the rest is not.
                let start = 96 + 32 * 17
                bytes = Array(whole.prefix(start)) + random(&fuzzing, whole.count - start)
            }
            try #require(try !accepts(bytes, seed: seed), "seed \(seed)")
        }
    }
}
