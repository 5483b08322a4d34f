import OutliveModel
import Testing

@testable import OutliveReport

/// The output of `outlive heap --object`.
@Suite struct ObjectReportTests {
    @Test func `An object has its counts, fields with values, path and all references`() throws {
        let text = String(decoding: try ListingFormat.text.bytes(for: Self.session), as: UTF8.self)
        #expect(
            text == """
                App.Session at 0x1000: 96 B, retains 1.20 kB
                  in app (process 4711) at 2026-01-02 03:04:05 UTC
                  counted     2 strong, 1 weak
                  allocated   in cycle 3

                Fields
                  offset  name            type, value
                  16      id              Swift.Int = 42
                  24      title           Swift.String = 12 bytes of text
                  40      settings.owner  Swift.Optional<App.Owner>
                  48      phase           App.Phase = 0x2

                kept alive by
                  static App.shared[0]
                  └ Session

                References to it (2)
                  bytes  retained  address  reference
                                            static App.shared (a root)
                   40 B      40 B   0x2000  App.Owner.best  weak

                References from it (2)
                  bytes  retained  address  reference
                   40 B      40 B   0x2000  .settings.owner → App.Owner
                  512 B     512 B   0x3000  +56 → block of memory  possible

                Allocated at
                  Pool.open()  /src/Pool.swift:31

                Notes
                  - a remark

                """, "\(text)")
    }

    @Test func `An object that nothing refers to says so`() throws {
        var report = Self.session
        report.object = ObjectDetails(
            report.object.object, isDeinitialised: true,
            path: LeakTrace(shape: .unheld, steps: [TraceStep(kind: .object, name: "Session")]))
        report.notes = []
        let text = String(decoding: try ListingFormat.text.bytes(for: report), as: UTF8.self)
        #expect(
            text == """
                App.Session at 0x1000: 96 B, retains 1.20 kB, deinitialised and kept by
                  unowned references
                  in app (process 4711) at 2026-01-02 03:04:05 UTC

                no reference to it was found

                References to it (0)
                  none was found

                References from it (0)
                  none was found

                """, "\(text)")
    }

    @Test func `Contents are quoted, with control characters spelled out`() throws {
        var report = Self.session
        report.object.fields[1].value = FieldValue(.text, "a\u{1B}[31m\nb")
        let text = String(decoding: try ListingFormat.text.bytes(for: report), as: UTF8.self)
        #expect(!text.contains("\u{1B}") && text.contains("Swift.String = \"a"), "\(text)")
    }

    static let session: ObjectReport = {
        let owner = ObjectLink(
            address: "0x2000", type: HeapType(name: "App.Owner", kind: .object), bytes: 40, retainedBytes: 40)
        let block = ObjectLink(address: "0x3000", type: nil, bytes: 512, retainedBytes: 512)
        let open = Frame(
            module: "/app", buildID: nil, offset: 1,
            symbols: [Symbol(function: "App.Pool.open() -> App.Session", file: "/src/Pool.swift", line: 31)])
        let details = ObjectDetails(
            ObjectLink(
                address: "0x1000", type: HeapType(name: "App.Session", kind: .object), bytes: 96, retainedBytes: 1_200),
            birth: 3, counts: ReferenceCounts(strong: 2, weak: 1),
            fields: [
                ObjectField(name: "id", type: "Swift.Int", offset: 16, size: 8, value: FieldValue(.integer, "42")),
                ObjectField(
                    name: "title", type: "Swift.String", offset: 24, size: 16, value: FieldValue(.length, "12")),
                ObjectField(name: "settings.owner", type: "Swift.Optional<App.Owner>", offset: 40, size: 8),
                ObjectField(name: "phase", type: "App.Phase", offset: 48, size: 1, value: FieldValue(.bits, "0x2")),
            ],
            referrers: [
                ObjectReference(nil, root: "static App.shared", strength: .strong),
                ObjectReference(owner, place: ".best", offset: 16, strength: .weak),
            ],
            references: [
                ObjectReference(owner, place: ".settings.owner", offset: 40, strength: .strong),
                ObjectReference(block, offset: 56, strength: .possible),
            ],
            path: LeakTrace(
                shape: .path,
                steps: [
                    TraceStep(kind: .global, name: "static App.shared", edge: "[0]"),
                    TraceStep(kind: .object, name: "Session"),
                ]), site: Backtrace(frames: [open]))
        return ObjectReport(
            toolVersion: "1.0", snapshot: SnapshotReport.server.snapshot, object: details, notes: ["a remark"])
    }()
}
