import OutliveModel
import Testing

@testable import OutliveReport

/// The output of `outlive heap`.
@Suite struct SnapshotReportTests {
    @Test func `A snapshot is summarised by its roots and types, with their allocation sites`() {
        #expect(
            Self.text(.server) == """
                app (process 4711) at 2026-01-02 03:04:05 UTC: 6030 live Swift objects, 529 kB
                  2 objects deinitialised and kept by unowned references; 4567 other blocks,
                    2.30 MB; 9000 references; roots: 12 in globals, 3 on stacks

                  objects    bytes  type                                  most allocated at
                     5000   480 kB  String                                App/Store.swift:88
                     1000  48.0 kB  Session                               App/Store.swift:88
                       30  1.44 kB  _BridgedDictionary…ongTypeName, Int>  app+0x1f2e

                """, "\(Self.text(.server))")
    }

    @Test func `Retained sizes come with types and single objects`() {
        var report = SnapshotReport.server
        for index in report.types.indices { report.types[index].retainedBytes = report.types[index].bytes * 2 }
        report.largest = [
            SnapshotObject(
                type: HeapType(name: "App.Store", kind: .object), address: "0x1000", bytes: 64, retainedBytes: 528_000,
                site: report.types[0].site),
            SnapshotObject(type: nil, address: "0x2000", bytes: 4_096, retainedBytes: 4_096),
        ]
        let text = Self.text(report, limit: 2)
        #expect(
            text.hasSuffix(
                """

                  objects    bytes  retained  type                   most allocated at
                     5000   480 kB    960 kB  Swift.__StringStorage  App/Store.swift:88
                     1000  48.0 kB   96.0 kB  App.Session            App/Store.swift:88
                  … 1 type more: --top N lists more, --report json=FILE all

                    bytes  retained  address  single object    allocated at
                     64 B    528 kB   0x1000  App.Store        App/Store.swift:88
                  4.10 kB   4.10 kB   0x2000  block of memory

                """), "\(text)")
    }

    @Test(arguments: [HeapCensus.Reason.request, .inspection])
    func `What qualifies a snapshot is at the end of the text`(reason: HeapCensus.Reason) {
        var report = SnapshotReport.server
        (report.notes, report.snapshot.reason) = ([], reason)
        #expect(!Self.text(report).contains("Notes"))
        report.notes = ["no function names of /srv/app: it is missing"]
        #expect(Self.text(report).hasSuffix("\n\nNotes\n  - no function names of /srv/app: it is missing\n"))
    }

    @Test func `Other memory is listed by the line that allocated it`() {
        var report = SnapshotReport.server
        let maker = Frame(
            module: "/app", buildID: nil, offset: 1,
            symbols: [Symbol(function: "thumb_normalise", file: "/src/thumb.c", line: 6)])
        report.memory = [
            SnapshotType(type: .rawMemory, objects: 120, bytes: 3_840, site: Backtrace(frames: [maker])),
            SnapshotType(type: .rawMemory, objects: 2, bytes: 64),
        ]
        let text = Self.text(report, limit: 1)
        #expect(
            text.hasSuffix(
                """

                  blocks    bytes  other memory, of  allocated at
                     120  3.84 kB  thumb_normalise   thumb.c:6
                  … 1 site more: --top N lists more, --report json=FILE all

                """), "\(text)")
    }

    @Test func `Changes are listed by type, with signs`() {
        var report = SnapshotReport.server
        var since = report.snapshot
        since.time -= 3_600
        report.growth = SnapshotGrowth(
            since: since,
            types: [
                TypeGrowth(type: report.types[1].type, new: 12, gone: 2, bytes: 480, site: report.types[1].site),
                TypeGrowth(type: report.types[0].type, new: 0, gone: 7, bytes: -1_500),
            ])
        let text = Self.text(report)
        #expect(
            text.hasSuffix(
                """

                since app (process 4711) at 2026-01-02 02:04:05 UTC:
                  new  gone     bytes  type                   most allocated at
                   12     2    +480 B  App.Session            App/Store.swift:88
                    0     7  -1.50 kB  Swift.__StringStorage

                """), "\(text)")
        report.growth?.types = []
        #expect(Self.text(report).hasSuffix("UTC:\n  nothing was created, and nothing was freed\n"))
    }

    @Test func `Holders of objects are shown as the causes of other reports`() {
        let text = Self.text(.traced)
        #expect(
            text.contains(
                "\n\n10 objects, 1 cause\n\n1  closure in Session.open keeps 8 of 10 Session, 480 B\n   Remove the observer in teardown"
            ), "\(text)")
        #expect(text.contains("closure in Session.open (Session.swift:42)  <- cut here"))
        #expect(text.hasSuffix("\n   fingerprint 0f1e\n"), "\(text)")
        #expect(!text.contains("most allocated at"))
    }

    @Test func `Unreferenced objects are reported as such, with advice`() {
        var report = SnapshotReport.server
        report.traces = [TypeTraces(type: report.types[1].type, objects: 10, bytes: 480, traces: [.unheld])]
        let text = Self.text(report)
        #expect(
            text.contains("1  over-retain of 10 Session, 480 B\n   No reference was found: look for a retain"),
            "\(text)")
        #expect(text.contains("\n   kept alive by no known reference\n"))
    }

    @Test func `No new objects is distinct from no objects at all`() {
        var report = SnapshotReport.server
        (report.traces, report.growth) = ([], SnapshotGrowth(since: report.snapshot, types: []))
        let text = Self.text(report, style: TextStyle(width: 120))
        #expect(
            text.hasSuffix("\n\nno live Swift object is new since app (process 4711) at 2026-01-02 03:04:05 UTC\n"),
            "\(text)")
    }

    @Test func `An absence of objects is stated`() {
        var report = SnapshotReport.server
        (report.pattern, report.types) = ("Sesion", [])
        #expect(Self.text(report).hasSuffix("\n\nno live Swift object of type 'Sesion'\n"))
        report.traces = []
        #expect(Self.text(report).hasSuffix("\n\nno live Swift object of type 'Sesion'\n"))
    }

    @Test(arguments: 0..<12)
    func `No line is wider than allowed, and without Unicode all is ASCII`(seed: Int) {
        var random = Random(state: UInt64(seed))
        var report = SnapshotReport.server
        for index in report.types.indices {
            report.types[index].type.name += String(
                repeating: "名.\u{301}é\u{1B}", count: .random(in: 0...60, using: &random))
            report.types[index].bytes = .random(in: 0...1 << 50, using: &random)
            report.types[index].retainedBytes = seed % 3 == 0 ? .random(in: 0...1 << 50, using: &random) : nil
        }
        report.snapshot.executable = "/bin/" + String(repeating: "名\n", count: .random(in: 0...60, using: &random))
        if seed % 4 == 1 {
            report.traces = report.types.map { type in
                TypeTraces(
                    type: type.type, objects: 3, bytes: 9, traces: [LeakTrace.stored.to(type.type.name), .cycle])
            }
        }
        let width = Int.random(in: 40...120, using: &random)
        let text = Self.text(report, style: TextStyle(unicode: seed % 2 == 0, width: width))
        for line in text.split(separator: "\n") {
            #expect(columns(of: line) <= width, "\(line)")
            #expect(!line.contains("\u{1B}"))
        }
        let isASCII = text.allSatisfy(\.isASCII)
        #expect(isASCII || seed % 2 == 0)
    }

    @Test func `The results survive JSON`() throws {
        var report = SnapshotReport.server
        report.traces = [TypeTraces(type: report.types[1].type, objects: 10, bytes: 480, traces: [.stored])]
        let bytes = try ListingFormat.json.bytes(for: report)
        #expect(try SnapshotReport(json: bytes) == report)
        #expect(throws: ReportFormatError.newer(format: 2)) { try SnapshotReport(json: Array(#"{"format":2}"#.utf8)) }
    }

    @Test(arguments: [
        (0, "1970-01-01 00:00:00"), (951_782_400, "2000-02-29 00:00:00"), (1_709_251_199, "2024-02-29 23:59:59"),
        (1_767_323_045.9, "2026-01-02 03:04:05"), (4_107_542_400, "2100-03-01 00:00:00"),
        (-5, "1970-01-01 00:00:00"), (.infinity, "9999-12-31 23:59:59"),
    ])
    func `A moment is printed in UTC`(seconds: Double, text: String) {
        #expect(utc(seconds: seconds) == text + " UTC")
    }

    private static func text(_ report: SnapshotReport, style: TextStyle = TextStyle(), limit: Int? = 20) -> String {
        String(decoding: TextPage.bytes(style) { $0.write(report, limit: limit ?? .max) }, as: UTF8.self)
    }
}

extension SnapshotReport {
    /// The leak traces of the sessions of `server`.
    static var traced: SnapshotReport {
        var report = SnapshotReport.server
        report.pattern = "Session"
        report.traces = [
            TypeTraces(type: report.types[1].type, objects: 10, bytes: 480, traces: [.stored, .cached])
        ]
        return report
    }

    /// A server with sessions.
    static var server: SnapshotReport {
        let stacks = CensusReport.census.processes[0].census.stacks
        return SnapshotReport(
            toolVersion: "0.1.0",
            snapshot: SnapshotFacts(
                file: "now.olheap", processID: 4711, executable: "/srv/app", time: 1_767_323_045.5, cycle: 3,
                objects: 6_030, bytes: 529_440, deinitialised: 2, rawBlocks: 4_567, rawBytes: 2_300_000,
                references: 9_000,
                roots: [.init(kind: .global, count: 12), .init(kind: .stack, count: 3)]),
            types: [
                SnapshotType(
                    type: HeapType(name: "Swift.__StringStorage", kind: .object), objects: 5_000, bytes: 480_000,
                    site: stacks[0]),
                SnapshotType(
                    type: HeapType(name: "App.Session", kind: .object), objects: 1_000, bytes: 48_000, site: stacks[0]),
                SnapshotType(
                    type: HeapType(name: "Foundation._BridgedDictionary<SomeQuiteLongTypeName, Int>", kind: .object),
                    objects: 30, bytes: 1_440, site: stacks[3]),
            ])
    }
}
