import Foundation
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveHeap

/// Snapshots as databases, read by another program's SQLite.
@Suite struct SnapshotDatabaseTests {
    private func database(_ sketch: String) throws -> QueriedDatabase {
        let heap = HeapSketch(sketch)
        return try QueriedDatabase(AnalysedSnapshot(heap.snapshot, names: heap))
    }

    @Test func `The file is a sound database, the same for the same snapshot`() async throws {
        let heap = try ShopHeap.after()
        let database = try QueriedDatabase(heap)
        #expect(try await database.lines("PRAGMA integrity_check") == ["ok"])
        #expect(try await database.lines("PRAGMA user_version") == ["1"])
        #expect(
            try await database.lines("SELECT file, process_id, executable, has_stacks, is_incomplete FROM snapshot")
                == ["now.heap|4711|/opt/app/bin/app|1|0"])
        let other = try QueriedDatabase(heap)
        let files = try [database.path, other.path].map { try Data(contentsOf: URL(filePath: $0)) }
        #expect(files[0] == files[1])
    }

    @Test func `Every block and every reference is a row, with the numbers of the other reports`() async throws {
        let heap = try ShopHeap.after()
        let database = try QueriedDatabase(heap)
        let snapshot = heap.snapshot
        #expect(
            try await database.lines("SELECT count(*), sum(bytes), min(address) FROM objects")
                == ["\(snapshot.nodes.count)|\(snapshot.nodes.reduce(0) { $0 + $1.bytes })|\(0x5000_0000)"])
        #expect(try await database.lines("SELECT count(*) FROM refs") == ["\(snapshot.edges.count)"])
        let retained = snapshot.nodes.indices.map { "\(heap.retainedSizes.retainedBytes(of: $0))" }
        #expect(try await database.lines("SELECT retained FROM objects ORDER BY address") == retained)
        #expect(
            try await database.lines("SELECT type, objects, bytes FROM types WHERE type = 'Shop.Session'")
                == ["Shop.Session|3|288"])
    }

    @Test func `References have a place, an element and a strength`() async throws {
        let database = try database(
            """
            global static App.Core.shared : App.Core => core
            core = App.Core
              list: Swift.Array<App.Item> => list
              weak owner: App.Core => core
              unowned parent: App.Core => core
              unmanaged other: App.Core => core
            list = array App.Item count 2
              [1].name: Swift.String => text
            text = raw
              word => core
            """)
        let references = try await database.lines(
            "SELECT source_type, property, element, target_type, declared_type, strength, holds FROM refs")
        #expect(
            references == [
                "App.Core|.list||Swift._ContiguousArrayStorage<App.Item>|Swift.Array<App.Item>|strong|1",
                "App.Core|.owner||App.Core|App.Core|weak|0", "App.Core|.parent||App.Core|App.Core|unowned|0",
                "App.Core|.other||App.Core|App.Core|unmanaged|0",
                "Swift._ContiguousArrayStorage<App.Item>|[].name|1|raw memory|Swift.String|strong|1",
                "raw memory|||App.Core||raw|1",
            ])
        #expect(
            try await database.lines("SELECT type, elements FROM objects WHERE elements NOT NULL")
                == ["Swift._ContiguousArrayStorage<App.Item>|2"])
    }

    @Test func `Each block has the origin and the last reference of its best path`() async throws {
        let database = try database(
            """
            global static App.Core.shared : App.Core => core
            stack main => local
            threadlocal worker => own
            mapping => mapped
            core = App.Core
              next: App.Item => item
            item = App.Item
            local = App.Local
            own = App.Own
            mapped = App.Mapped
            task = task
              word => job
            job = App.Job
            one = App.Node
              next: App.Node => two
            two = App.Node
              next: App.Node => one
            lone = App.Lone
            """)
        let origins = try await database.lines("SELECT type, origin, holder_offset FROM objects ORDER BY type, address")
        #expect(
            origins == [
                "App.Core|global|", "App.Item|global|16", "App.Job|task|16", "App.Local|stack|", "App.Lone|none|",
                "App.Mapped|memory|", "App.Node|cycle|", "App.Node|cycle|", "App.Own|thread-local|", "Swift.Task|task|",
            ])
        let roots = try await database.lines("SELECT kind, name, target_type FROM roots ORDER BY kind")
        #expect(
            roots == [
                "global|static Core.shared|App.Core", "memory|0x5000|App.Mapped", "stack|main (4711)|App.Local",
                "thread-local|worker (4712)|App.Own",
            ])
    }

    @Test func `Lost objects of the program have a cause`() async throws {
        let database = try QueriedDatabase(try ShopHeap.after())
        let causes = try await database.lines("SELECT cause, name, pattern, objects, bytes FROM causes")
        #expect(causes.count == 1 && causes[0].hasSuffix("|3|2208"), "\(causes)")
        let lost = try await database.lines("SELECT DISTINCT type FROM objects WHERE cause = 1 ORDER BY type")
        #expect(lost == ["Shop.Cart", "Shop.Image", "Shop.Session"])
        #expect(try await QueriedDatabase(try ShopHeap.before()).lines("SELECT * FROM causes") == [])
    }

    @Test func `Hostile names stay values on one line`() async throws {
        let names = [
            "App.It's", "App.\"Quoted\"", "App.'); DROP TABLE object; --", "App.\u{0}Null", "App.Two\nLines",
            "App.\u{1B}[31mRed", "App." + String(repeating: "x", count: 100_000), "App.Ünï😀",
        ]
        var builder = SnapshotBuilder()
        builder.flags = 3
        for (index, name) in names.enumerated() {
            let type = builder.type(name, fields: [(name, name, 16, 0)])
            builder.node(0x1000 + UInt64(index) * 0x100, type: type, edges: [(16, 0)])
        }
        builder.root(0)
        let heap = AnalysedSnapshot(try HeapSnapshot(builder.file), names: ExportNames())
        let database = try QueriedDatabase(heap)
        #expect(try await database.lines("PRAGMA integrity_check") == ["ok"])
        let types = try await database.lines("SELECT type FROM objects ORDER BY address")
        #expect(types == names.map { $0.onOneLine() })
        #expect(types[3] == "App. Null" && types[6].count == 100_004)
        let properties = try await database.lines("SELECT property FROM refs ORDER BY source")
        #expect(properties.count == names.count && properties[0] == ".App.It's")
    }

    @Test func `A snapshot without blocks is a database without rows`() async throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        let heap = AnalysedSnapshot(try HeapSnapshot(builder.file), names: ExportNames())
        let database = try QueriedDatabase(heap)
        for view in ["objects", "refs", "types", "stacks", "frames", "roots", "causes", "tasks", "savings", "notes"] {
            #expect(try await database.lines("SELECT * FROM \(view)") == [], "\(view)")
        }
    }

    @Test func `Addresses above the range of SQLite's numbers are kept apart`() async throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        let type = builder.type("App.A", fields: [("next", "App.A", 16, 0)])
        builder.node(0x1000, type: type, edges: [(16, 1)])
        builder.node(0xFFFF_FFFF_FFFF_0000, type: type)
        builder.root(0)
        let database = try QueriedDatabase(AnalysedSnapshot(try HeapSnapshot(builder.file), names: ExportNames()))
        #expect(try await database.lines("SELECT printf('0x%x', target) FROM refs") == ["0xffffffffffff0000"])
    }
}
