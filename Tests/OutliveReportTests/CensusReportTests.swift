import OutliveModel
import Testing

@testable import OutliveReport

/// The output of `outlive run` and `outlive census`.
@Suite struct CensusReportTests {
    @Test func `The program's own types come first, however small they are, then those of packages`() {
        let text = Self.text(.census)
        #expect(
            text == """
                app (process 4711) at exit: 6045 live Swift objects, 532 kB, 6 types
                  2 objects deinitialised and kept by unowned references; 4567 other blocks,
                    2.30 MB; paused for 1.20 ms
                     objects     bytes  type                               most allocated at
                  of the program
                        1021   49.0 kB  Session                            App/Store.swift:88
                          12     480 B  closure (Int, Session)             App/main.swift:7
                           1      64 B  box of Settings                    app+0x1f2e
                  of packages
                           8   2.05 kB  Channel                            Web/Channel.swift:9
                  of the standard libraries
                        5000    480 kB  String                             App/Store.swift:88
                           3     300 B  _BridgedDictiona…iteLongTypeName>

                """, "\(text)")
    }

    @Test func `A sampled census has the source of its figures, and all allocations beside the live ones`() {
        var report = CensusReport.census
        let session = HeapType(name: "App.Session", kind: .object)
        report.processes[0].census.sampling = HeapSampling(
            rate: 512_000, samples: 30, freedSamples: 1, dropped: 0,
            totals: [
                AllocationTotal(type: session, stack: 0, amount: HeapAmount(objects: 4000, bytes: 192_000)),
                AllocationTotal(type: session, stack: nil, amount: HeapAmount(objects: 1, bytes: 1000)),
            ])
        let text = Self.text(report)
        #expect(text.contains("\n  estimated from 30 live and 1 freed sample, one per 512 kB\n"), "\(text)")
        #expect(text.contains("     objects     bytes   allocated  type"), "\(text)")
        #expect(text.contains("        1021   49.0 kB      193 kB  Session"), "\(text)")
        report.processes[0].census.sampling?.dropped = 2
        #expect(Self.text(report).contains("; 2 samples had no\n"))
    }

    @Test func `A long list is cut on a terminal, and complete if all types are requested`() {
        var report = CensusReport.census
        report.processes[0].census.rows += (1...40).map {
            HeapRow(type: HeapType(name: "App.Kind\($0)", kind: .object), count: 1, bytes: 16)
        }
        let short = Self.text(report)
        #expect(short.contains("… 31 types more, 496 B: --report text=FILE lists all, json=FILE"))
        #expect(!short.contains("Kind40"))
        let whole = Self.text(report, isBrief: false)
        #expect(whole.contains("Kind40") && !whole.contains("types more"))
    }

    @Test func `A bad ending of the program is stated`() {
        var report = CensusReport.census
        report.ending = .exited(3)
        #expect(Self.text(report).hasPrefix("app (process 4711, which exited with 3) at exit: "))
        report.ending = .signalled(11)
        report.processes[0].census.reason = .fatalSignal
        let text = Self.text(report)
        #expect(text.hasPrefix("app (process 4711, which was ended by signal 11) before a fatal signal: "))
        report.processes.append(report.processes[0])
        #expect(Self.text(report).contains("\nthe command was ended by signal 11\n"))
    }

    @Test func `Missing censuses are stated`() {
        var report = CensusReport.census
        report.processes[0].census.isIncomplete = true
        report.failures = [Failure(.noCensus, "process 12 (/bin/app) ended without a census")]
        let text = Self.text(report)
        #expect(text.contains("\n  the tables of the heap tier were full: objects are missing\n"))
        report.processes[0].census.reason = .inspection
        #expect(Self.text(report).contains("\n  a part of the memory was not readable: objects are missing\n"))
        report.processes[0].census.reason = .core
        #expect(Self.text(report).hasPrefix("app (process 4711) in its core file: "))
        #expect(text.hasSuffix("1 failure\n  no census: process 12 (/bin/app) ended without a census\n"))
        report.processes = []
        #expect(Self.text(report).hasPrefix("1 failure\n"))
    }

    @Test(arguments: 0..<12)
    func `No line is wider than allowed, and without Unicode all is ASCII`(seed: Int) {
        var random = Random(state: UInt64(seed))
        var report = CensusReport.census
        report.processes[0].executable =
            "/bin/" + String(repeating: "名\u{1B}x", count: .random(in: 0...60, using: &random))
        for index in report.processes[0].census.rows.indices {
            report.processes[0].census.rows[index].type.name += String(
                repeating: "名.\u{301}é", count: .random(in: 0...60, using: &random))
            report.processes[0].census.rows[index].bytes = .random(in: 0...1 << 50, using: &random)
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

    @Test(arguments: [-1, 1 << 40])
    func `A census whose row has a missing stack is refused`(stack: Int) throws {
        var report = CensusReport.census
        report.processes[0].census.rows[0].stack = stack
        let bytes = try ListingFormat.json.bytes(for: report)
        let process = report.processes[0].census.processID
        let flaw = "a row of process \(process) refers to a stack that is missing"
        #expect(throws: ReportFormatError.malformed(flaw)) { try CensusReport(json: bytes) }
    }

    @Test func `A census survives JSON, and a later format is refused`() throws {
        var report = CensusReport.census
        report.ending = .signalled(6)
        let bytes = try ListingFormat.json.bytes(for: report)
        let read = try CensusReport(json: bytes)
        #expect(read == report)
        #expect(throws: ReportFormatError.newer(format: 2)) { try CensusReport(json: Array(#"{"format":2}"#.utf8)) }
        let other = try ReportFormat.json.bytes(for: .clean)
        #expect(throws: ReportFormatError.self) { try CensusReport(json: other) }
    }

    private static func text(
        _ report: CensusReport, style: TextStyle = TextStyle(), isBrief: Bool = true
    ) -> String {
        String(decoding: TextPage.bytes(style) { $0.write(report, isBrief: isBrief) }, as: UTF8.self)
    }
}

extension CensusReport {
    /// The census of a server that ended: its own types, one of a package, and the largest of Swift and Foundation.
    static var census: CensusReport {
        let root = "/home/user/projects/app"
        func stack(_ function: String, _ file: String, _ line: Int) -> Backtrace {
            Backtrace(frames: [
                Frame(module: "/usr/lib/swift/linux/libswiftCore.so", buildID: nil, offset: 1),
                Frame(
                    module: "/srv/app", buildID: nil, offset: 2,
                    symbols: [Symbol(function: function, file: "\(root)/\(file)", line: line, column: 1)]),
            ])
        }
        func row(
            _ name: String, _ kind: HeapType.Kind = .object, stack: Int? = nil, state: HeapRow.State = .alive,
            count: Int, bytes: Int
        ) -> HeapRow {
            HeapRow(type: HeapType(name: name, kind: kind), stack: stack, state: state, count: count, bytes: bytes)
        }
        let census = HeapCensus(
            processID: 4711, reason: .exit, cycle: 0,
            rows: [
                row("Swift.__StringStorage", stack: 0, count: 5_000, bytes: 480_000),
                row("App.Session", stack: 0, count: 1_000, bytes: 48_000),
                row("App.Session", stack: 1, count: 20, bytes: 960),
                row("App.Session", count: 1, bytes: 48),
                row("(Swift.Int, App.Session)", .closure, stack: 1, count: 12, bytes: 480),
                row("App.Settings", .box, stack: 3, count: 1, bytes: 64),
                row("Web.Channel", stack: 2, count: 8, bytes: 2_048),
                row(
                    "Foundation._BridgedDictionary<Swift.String, Foundation.SomeQuiteLongTypeName>", count: 3,
                    bytes: 300),
                row("App.Owner", state: .deinitialised, count: 2, bytes: 64),
            ],
            stacks: [
                stack("App.Store.open(user: Swift.String) -> App.Session", "Sources/App/Store.swift", 88),
                stack("App.main() -> ()", "Sources/App/main.swift", 7),
                stack("Web.Channel.make() -> Web.Channel", ".build/checkouts/web/Sources/Web/Channel.swift", 9),
                Backtrace(frames: [Frame(module: "/srv/app", buildID: nil, offset: 0x1F2E)]),
            ],
            rawBlocks: 4_567, rawBytes: 2_300_000, pauseSeconds: 0.0012)
        var report = CensusReport(
            toolVersion: "0.1.0", startedAt: "2026-01-02T03:04:05Z", machine: Report.clean.machine,
            command: ["app", "--port", "80"])
        report.ending = .exited(0)
        report.processes = [CensusedProcess(processID: 4711, executable: "/srv/app", census: census)]
        return report
    }
}
