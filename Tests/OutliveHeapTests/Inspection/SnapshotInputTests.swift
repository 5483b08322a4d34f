import Foundation
import OutliveHeap
import OutliveModel
import Testing

/// Snapshots as people give them: in files, alone or with an earlier one.
struct SnapshotInputTests {
    private static let text = """
        global static App.Core.shared : App.Core => core
        core = App.Core
          session: App.Session => session
        session = App.Session
        """

    private func input(_ path: String, process: UInt32 = 4711, second: UInt64 = 1) throws -> SnapshotInput {
        let sketch = HeapSketch(Self.text)
        var builder = sketch.builder
        (builder.processID, builder.time) = (process, second * 1_000_000_000)
        return SnapshotInput(try HeapSnapshot(builder.file), path: path, names: sketch)
    }

    @Test func `The types of a pattern are reported, with traces and retained sizes if they are asked for`() throws {
        let input = try input("now.heap")
        let all = try SnapshotInspection().report(input, since: nil)
        #expect(all.types.map(\.type.name).sorted() == ["App.Core", "App.Session"])
        #expect(all.traces == nil && all.largest == nil && all.snapshot.file == "now.heap")
        let traced = try SnapshotInspection(pattern: "Session", isTraced: true).report(input, since: nil)
        #expect(traced.types.map(\.type.name) == ["App.Session"])
        #expect(traced.traces?.first?.traces.first?.steps.last?.name == "Session")
        let top = try SnapshotInspection(top: 1).report(input, since: nil)
        #expect(top.largest?.map(\.type?.name) == ["App.Core"])
        #expect(top.types.map(\.retainedBytes) == [0x2000, 0x1000])
    }

    @Test func `Two snapshots of one process are compared, the earlier one first`() throws {
        let (earlier, later) = (try input("a.heap"), try input("b.heap", second: 2))
        let report = try SnapshotInspection().report(later, since: earlier)
        #expect(report.growth?.types == [] && report.growth?.since.file == "a.heap")
        let backwards = try #require(throws: Failure.self) { try SnapshotInspection().report(earlier, since: later) }
        #expect(backwards.message == "b.heap is the later one: use outlive heap b.heap --diff a.heap")
        let other = try input("c.heap", process: 1)
        let foreign = try #require(throws: Failure.self) { try SnapshotInspection().picture(other, since: earlier) }
        #expect(foreign.message == "c.heap is of process 1, a.heap of 4711: give two of one process")
    }

    @Test func `A picture has the causes of a run, and its remarks after those of the snapshot`() throws {
        var builder = HeapSketch(Self.text).builder
        builder.note("left out: the code of a just-in-time compiler")
        let input = SnapshotInput(try HeapSnapshot(builder.file), path: "app", names: HeapSketch(Self.text))
        let picture = try input.picture(judged: ([], 3), notes: ["1 smaller process left out"])
        #expect(picture.judged?.cycles == 3)
        #expect(
            picture.report.notes.filter { $0.hasPrefix("left out") || $0.hasPrefix("1 smaller") } == [
                "left out: the code of a just-in-time compiler", "1 smaller process left out",
            ])
    }

    @Test func `A file that is no snapshot, or has no graph, is refused with advice`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "inputs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String) -> String { folder.appending(path: name).path }
        let whole = HeapSketch(Self.text).builder.file
        var census = SnapshotBuilder()
        census.type("App.A")
        for (name, bytes, reason) in [
            ("absent", nil, "cannot be opened"), ("text", Array("text".utf8), "not a heap snapshot"),
            ("cut", Array(whole.dropLast(8)), file("cut")), ("census", census.file, "is a census without the graph"),
        ] as [(String, [UInt8]?, String)] {
            if let bytes { try Data(bytes).write(to: URL(filePath: file(name))) }
            #expect(HeapSnapshot.isSnapshot(file(name)) == (name == "cut" || name == "census"))
            let failure = try #require(throws: Failure.self) {
                try SnapshotInput(path: file(name), names: NoAddressNames())
            }
            #expect(failure.message.contains(reason), "\(failure.message)")
            #expect(failure.message.hasSuffix("take one with outlive census --graph FILE PID"))
        }
        try Data(SnapshotBuilder.sampled().file).write(to: URL(filePath: file("sampled")))
        let failure = try #require(throws: Failure.self) {
            try SnapshotInput(path: file("sampled"), names: NoAddressNames())
        }
        #expect(failure.message.contains("is the census of a sampled process"), "\(failure.message)")
    }
}
