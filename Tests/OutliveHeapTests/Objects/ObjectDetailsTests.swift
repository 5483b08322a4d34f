import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveHeap

/// One block with everything that is known of it.
@Suite struct ObjectDetailsTests {
    private static let heap = """
        global static App.Core.shared : App.Core => core
        core = App.Core
          session: App.Session => session
          weak spare: App.Session => session
          list: Swift.Array<App.Session> => list
        list = array App.Session count 2
          [0] => session
          [1] => session
        session = App.Session
          owner: App.Core => core
        lost = App.Session in App.make() -> () at Make.swift:3
        """

    @Test func `All references to an object and from it are listed, with the places that contain them`() throws {
        let sketch = HeapSketch(Self.heap)
        let analysed = AnalysedSnapshot(try sketch.snapshot, names: sketch)
        let session = analysed.details(ofNode: sketch["session"])
        #expect(
            session.referrers.map { ($0.object?.type?.name ?? $0.root ?? "") + ($0.place ?? "") } == [
                "App.Core.session", "App.Core.spare", "Swift._ContiguousArrayStorage<App.Session>[0]",
                "Swift._ContiguousArrayStorage<App.Session>[1]",
            ])
        #expect(session.referrers.map(\.strength) == [.strong, .weak, .strong, .strong])
        #expect(
            session.references.map { $0.place } == [".owner"] && session.references[0].object?.type?.name == "App.Core")
        #expect(session.path.shape == .path)
        #expect(session.path.steps.map(\.description) == ["static Core.shared", "Core.session", "Session"])
        #expect(session.birth == 0 && session.counts == nil && session.fields.map(\.value) == [nil])
        let core = analysed.details(ofNode: sketch["core"])
        #expect(core.referrers.map(\.root) == ["static Core.shared", nil])
        #expect(core.object.retainedBytes == 3 * 0x1000 && core.object.bytes == 0x1000)
        let lost = analysed.details(ofNode: sketch["lost"])
        #expect(lost.referrers.isEmpty && lost.path.shape == .unheld)
        #expect(lost.site.frames.flatMap(\.symbols).map(\.line) == [3])
    }

    @Test func `A weak reference leads to the object, and not to its side table`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        let holder = builder.type("App.Holder", fields: [("best", "Swift.Optional<App.Owner>", 16, 1)])
        let owner = builder.type("App.Owner")
        let raw = builder.type("", .raw)
        builder.node(0x1000, type: holder, edges: [(16, 2)])
        builder.node(0x2000, type: owner, edges: [(8, 2)])
        builder.node(0x3000, type: raw)
        builder.root(0)
        let analysed = AnalysedSnapshot(try HeapSnapshot(builder.file), names: HeapSketch(""))
        #expect(analysed.details(ofNode: 0).references.map(\.object?.address) == ["0x2000"])
        #expect(analysed.details(ofNode: 0).references.map(\.strength) == [.weak])
        let details = analysed.details(ofNode: 1)
        #expect(details.referrers.map(\.object?.address) == ["0x1000"] && details.references.isEmpty)
    }

    @Test func `Values of trivial types are read, texts only on request, and counts as the runtime has them`() throws {
        var builder = SnapshotBuilder()
        (builder.version, builder.flags) = (2, 3)
        let fields: [(name: String, type: String, size: UInt32, bytes: [UInt8])] = [
            ("id", "Swift.Int", 8, Self.bytes(UInt64(bitPattern: -42))),
            ("small", "Swift.Int16", 2, [0xFE, 0xFF]), ("isOpen", "Swift.Bool", 1, [1]),
            ("broken", "Swift.Bool", 1, [7]), ("maybe", "Swift.Optional<Swift.Bool>", 1, [2]),
            ("level", "Swift.Optional<Swift.UInt8>", 2, [9, 1]), ("grade", "Swift.Optional<Swift.UInt8>", 2, [9, 0]),
            ("rate", "Swift.Double", 8, Self.bytes(0.25.bitPattern)), ("half", "Swift.Float", 4, [0, 0, 0, 0x3F]),
            ("phase", "App.Phase", 1, [2]), ("nothing", "Swift.Optional<App.Session>", 8, Self.bytes(0)),
            ("title", "Swift.String", 16, Array("short".utf8) + [UInt8](repeating: 0, count: 10) + [0xE5]),
            ("secret", "Swift.String", 16, Self.bytes(20 | 0xF << 60) + Self.bytes(0x2000)),
            ("word", "App.Unknown", 8, Self.bytes(5)),
        ]
        var content = [UInt8](repeating: 0, count: 16)
        var items: [SnapshotBuilder.FieldItem] = []
        var types: [UInt32] = []
        // Each field is of a type of its own, because the builder has one size for all fields of a type.
        for field in fields {
            builder.fieldBytes = field.size
            items = [(field.name, field.type, 16, 0)]
            types.append(builder.type(field.name == "id" ? "App.Session" : "App.\(field.name)", fields: items))
        }
        let text = builder.type("Swift.__StringStorage")
        for (index, type) in types.enumerated() {
            content = [UInt8](repeating: 0, count: 16) + fields[index].bytes
            builder.node(0x1000 + UInt64(index) * 0x80, type: type)
            builder.content(UInt32(index), strong: 3, unowned: 1, weak: 2, content)
        }
        builder.node(0x2000, bytes: 64, type: text)
        builder.content(
            UInt32(types.count), strong: 0, [UInt8](repeating: 0, count: 32) + Array("a secret of 20 bytes".utf8))
        let analysed = AnalysedSnapshot(try HeapSnapshot(builder.file), names: HeapSketch(""))
        func values(showing: Bool) -> [String?] {
            types.indices.map { index in
                let value = analysed.details(ofNode: index, showsContents: showing).fields[0].value
                return value.map { "\($0.kind.rawValue) \($0.text)" }
            }
        }
        let numbers: [String?] = [
            "integer -42", "integer -2", "bool true", "bits 0x7", "absent nil", "absent nil", "integer 9", "real 0.25",
            "real 0.5", "bits 0x2", "absent nil",
        ]
        #expect(values(showing: false) == numbers + ["length 5", "length 20", nil])
        #expect(values(showing: true) == numbers + ["text short", "text a secret of 20 bytes", nil])
        #expect(analysed.details(ofNode: 0).counts == ReferenceCounts(strong: 3, unowned: 1, weak: 2))
        #expect(analysed.details(ofNode: types.count).counts == nil)
    }

    @Test func `The elements of an array of numbers have values`() throws {
        var builder = SnapshotBuilder()
        (builder.version, builder.flags) = (2, 3)
        let storage = builder.type("Swift._ContiguousArrayStorage<Swift.Int32>", stride: 4)
        builder.node(0x1000, bytes: 48, type: storage, elements: 3)
        builder.content(0, strong: 1, [UInt8](repeating: 0, count: 32) + [1, 0, 0, 0, 2, 0, 0, 0, 255, 255, 255, 255])
        let details = AnalysedSnapshot(try HeapSnapshot(builder.file), names: HeapSketch("")).details(ofNode: 0)
        #expect(details.elements == 3)
        #expect(details.fields.map { $0.name + " " + ($0.value?.text ?? "") } == ["[0] 1", "[1] 2", "[2] -1"])
    }

    @Test func `Contents beyond the section, of unknown nodes or in another order are refused`() throws {
        for (node, first, length) in [(9, 0, 4), (0, 1, 4), (0, 0, 2_000)] as [(UInt32, UInt32, UInt32)] {
            var builder = SnapshotBuilder.example()
            builder.add(to: 53, Item().word(node).word(1).word(0).word(0).word(first).word(length))
            for _ in 0..<4 { builder.add(to: 54, Item().byte(0)) }
            #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(builder.file) }
        }
        var builder = SnapshotBuilder.example()
        builder.content(1, strong: 1, [1])
        builder.content(0, strong: 1, [1])
        #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(builder.file) }
    }

    @Test func `An address within a block finds it, and an address between blocks is refused with the remedy`() throws {
        let sketch = HeapSketch(Self.heap)
        let input = SnapshotInput(try sketch.snapshot, path: "now.heap", names: sketch)
        let address = input.snapshot.nodes[sketch["session"]].address
        let report = try input.objectReport(at: address + 8)
        #expect(report.object.object.type?.name == "App.Session" && report.notes.last?.contains("--attach") == true)
        let failure = #expect(throws: Failure.self) { try input.objectReport(at: 0x10) }
        #expect(failure?.message.contains("no live block of now.heap contains 0x10") == true)
    }

    @Test func `The objects of a type are listed by retained size`() throws {
        let sketch = HeapSketch(Self.heap)
        let analysed = AnalysedSnapshot(try sketch.snapshot, names: sketch)
        let sessions = analysed.objects(ofType: HeapType(name: "App.Session", kind: .object))
        #expect(sessions.count == 2 && sessions.allSatisfy { $0.name == "App.Session" })
        #expect(analysed.objects(ofType: HeapType(name: "App.None", kind: .object)).isEmpty)
    }

    private static func bytes(_ word: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
}
