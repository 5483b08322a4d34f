import OutliveModel
import OutliveTestSupport
import Testing

@testable import OutliveHeap

/// The findings of `outlive heap` in snapshots.
@Suite struct SnapshotInspectionTests {
    @Test(arguments: [
        ("App.Session", true), ("Session", true), ("ession", false), ("*ession", true), ("App.*", true),
        ("App", false), ("Other.Session", false), ("S?ssion", true), ("*", true),
    ])
    func `A type is selected by its name, its ending, or a pattern`(pattern: String, isMeant: Bool) {
        #expect(TypePattern(pattern).matches(HeapType(name: "App.Session", kind: .object)) == isMeant)
    }

    @Test func `Closures and boxes are selected with their prefixes in reports, too`() {
        let closure = HeapType(name: "(Swift.Int, App.Session)", kind: .closure)
        #expect(TypePattern("closure (*Session*)").matches(closure))
        #expect(TypePattern("(*Session)").matches(closure))
        #expect(TypePattern("box of App.A").matches(HeapType(name: "App.A", kind: .box)))
        #expect(!TypePattern("Session").matches(closure))
    }

    @Test func `A snapshot states its origin`() throws {
        let facts = try SnapshotFacts(HeapSnapshot(SnapshotBuilder.example().file), file: "now.olheap")
        #expect((facts.processID, facts.executable, facts.cycle) == (4711, "/opt/app/bin/app", 4))
        #expect((facts.objects, facts.deinitialised, facts.rawBlocks, facts.time) == (4, 1, 1, 1_700_000_000))
        #expect(facts.roots.map(\.kind) == [.global, .threadLocal, .stack])
        #expect(facts.references == 6)
    }

    @Test func `Live objects are listed by type, most bytes first, without deinitialised ones`() throws {
        let snapshot = try HeapSnapshot(SnapshotBuilder.example().file)
        let types = snapshot.liveObjects()
        #expect(types.map(\.bytes) == types.map(\.bytes).sorted(by: >))
        #expect(!types.contains { $0.type.name == "App.Controller" })
        #expect(snapshot.liveObjects(of: TypePattern("Session")).map(\.nodes) == [[0]])
    }

    @Test func `Changes are listed by type, and a replacing object is new`() throws {
        func heap(_ objects: [(UInt64, String, UInt32)]) throws -> HeapSnapshot {
            var builder = SnapshotBuilder()
            builder.flags = 3
            var types: [String: UInt32] = [:]
            for (address, name, birth) in objects.sorted(by: { $0.0 < $1.0 }) {
                let type = types[name] ?? builder.type(name)
                types[name] = type
                builder.node(address, type: type, birth: birth)
            }
            return try HeapSnapshot(builder.file)
        }
        let before = try heap([(1, "App.A", 0), (2, "App.A", 0), (3, "App.B", 0), (4, "App.C", 0), (9, "App.D", 0)])
        let after = try heap([
            (1, "App.A", 0), (2, "App.B", 0), (3, "App.B", 0), (4, "App.C", 1), (5, "App.A", 0), (6, "App.A", 0),
        ])
        let difference = SnapshotDifference(from: before, to: after)
        #expect(
            difference.types
                == [
                    TypeGrowth(type: HeapType(name: "App.A", kind: .object), new: 2, gone: 1, bytes: 32),
                    TypeGrowth(type: HeapType(name: "App.B", kind: .object), new: 1, gone: 0, bytes: 32),
                    TypeGrowth(type: HeapType(name: "App.C", kind: .object), new: 1, gone: 1, bytes: 0),
                    TypeGrowth(type: HeapType(name: "App.D", kind: .object), new: 0, gone: 1, bytes: -32),
                ].sorted { ($1.bytes, $1.new, $0.type) < ($0.bytes, $0.new, $1.type) })
        #expect(difference.new.first { $0.type.name == "App.B" }?.nodes == [1])
        #expect(SnapshotDifference(from: after, to: after).types.isEmpty)
        #expect(SnapshotDifference(from: before, to: after, of: TypePattern("D")).types.map(\.gone) == [1])
    }

    @Test func `The retained size of a type equals that of an analysis of its objects alone`() async throws {
        try await Fuzzing.run(count: 40) { seed in
            let snapshot = try HeapSnapshot(SnapshotBuilder.random(seed: seed).file)
            let sizes = RetainedSizes(RetentionPaths(HeapGraph(snapshot)))
            let objects = snapshot.liveObjects()
            var report = SnapshotReport(toolVersion: "1", snapshot: SnapshotFacts(snapshot, file: ""))
            report.types = objects.map { SnapshotType(type: $0.type, objects: $0.nodes.count, bytes: $0.bytes) }
            report.addRetained(sizes, of: objects, in: snapshot, top: 5)
            for type in objects {
                let row = try #require(report.types.first { $0.type == type.type })
                #expect(
                    row.retainedBytes == sizes.retainedBytes(ofGroups: [type.nodes])[0], "seed \(seed), \(type.type)")
            }
            let retained = report.types.compactMap(\.retainedBytes)
            #expect(retained == retained.sorted(by: >))
            #expect(report.largest?.count == 5)
            let most = snapshot.nodes.indices.map { sizes.retainedBytes(of: $0) }.max()
            #expect(report.largest?.first?.retainedBytes == most)
        }
    }

    @Test func `The site of objects is the most frequent one`() throws {
        let snapshot = try HeapSnapshot(SnapshotBuilder.example().file)
        var sites = AllocationStacks(snapshot)
        #expect(sites.mostFrequent(of: [0]).frames.map(\.module).first == "/usr/lib/libswiftCore.so")
        #expect(sites.mostFrequent(of: [2]).frames.isEmpty)
        #expect(sites.mostFrequent(of: []).frames.isEmpty)
    }
}
