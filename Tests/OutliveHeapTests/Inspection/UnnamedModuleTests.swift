import OutliveModel
import Testing

@testable import OutliveHeap

/// Functions without names, noted wherever a snapshot is shown.
@Suite struct UnnamedModuleTests {
    /// Names of a machine on which the program was rebuilt.
    private struct Names: AddressNames {
        func functions(of frames: [Frame]) -> [Frame] { frames }
        func variables(of frames: [Frame]) -> [String?] { frames.map { _ in nil } }
        func unnamed(of modules: [Frame]) -> UnnamedModules {
            var unnamed = UnnamedModules()
            for module in modules where !module.module.contains("libc") { unnamed.add(module.module, .rebuilt) }
            return unnamed
        }
    }

    private func input(names: any AddressNames) throws -> SnapshotInput {
        var builder = SnapshotBuilder()
        builder.flags = 3
        builder.module("/opt/app", bias: 0x10000, 0x10000..<0x20000)
        builder.module("/lib/libc.so", bias: 0x20000, 0x20000..<0x30000)
        builder.module("/opt/lib/liboutlive_heap.so", bias: 0x30000, 0x30000..<0x40000)
        builder.node(0x1000, type: builder.type("App.Node"), stack: builder.stack([0x10101]))
        builder.root(0)
        return SnapshotInput(try HeapSnapshot(builder.file), path: "now.heap", names: names)
    }

    private static let start = "no function names of /opt/app: it was rebuilt since the snapshot; "

    private func expect(_ notes: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(notes.count { $0.hasPrefix(Self.start) } == 1, "\(notes)", sourceLocation: sourceLocation)
    }

    @Test func `Reports, pages, tasks and objects have the note once`() throws {
        let input = try input(names: Names())
        expect(try SnapshotInspection().report(input, since: nil).notes)
        expect(try SnapshotInspection(pattern: "Node", isTraced: true).report(input, since: nil).notes)
        expect(try SnapshotInspection().report(input, since: input).notes)
        expect(try input.picture().report.notes)
        expect(TaskReport(input.analysed).notes)
        expect(try input.objectReport(at: 0x1000).notes)
    }

    @Test func `An earlier snapshot of another build has a note of its own`() throws {
        let (earlier, later) = (try input(names: Names()), try input(names: NoAddressNames()))
        let report = try SnapshotInspection().report(later, since: earlier)
        #expect(report.notes.contains { $0.hasPrefix("now.heap: " + Self.start) }, "\(report.notes)")
    }

    @Test func `A database has the note as a row`() async throws {
        let database = try QueriedDatabase(try input(names: Names()).analysed)
        expect(try await database.lines("SELECT note FROM notes"))
        let named = try QueriedDatabase(try input(names: NoAddressNames()).analysed)
        #expect(try await named.lines("SELECT note FROM notes") == [])
    }
}
