import OutliveModel
import Testing

@testable import OutliveReport

/// The findings of the heap tier, as text and in the summary lines.
@Suite struct HeapReportTests {
    @Test func `Causes follow the figures, the most costly first, and other findings in brief`() {
        let text = Report.heapLeaking.text()
        #expect(
            text.contains(
                #"""

                Heap: 13 censuses, 16 frames of each allocation
                                objects     bytes  deinitialised  raw blocks  raw bytes    pause
                  launch         12,345   1.20 MB              0        4567    2.30 MB  1.20 ms
                  cycle 1        12,505   1.22 MB              0        4567    2.30 MB  1.23 ms
                  cycle 2        12,665   1.23 MB              0        4567    2.30 MB  1.26 ms
                  …
                  cycle 8        13,625   1.33 MB              2        4567    2.30 MB  1.44 ms
                  cycle 9        13,785   1.34 MB              2        4567    2.30 MB  1.47 ms
                  cycle 10       13,945   1.36 MB              2        4567    2.30 MB  1.50 ms
                  cycle 11       14,105   1.37 MB              2        4567    2.30 MB  1.53 ms
                  cycle 12       14,265   1.39 MB              3        4567    2.30 MB  1.56 ms
                  deinitialised: only unowned references keep the memory

                Leaks: 14 causes (150 objects, 1.77 kB per cycle), 1 retained
                  1  LEAK  [UInt8]: 10 alive
                     Find what refers to it, and release it.
                     type        Swift._ContiguousArrayStorage<Swift.UInt8>
                     allocated   NoteService/Session.swift:31
                     bytes       11.0 kB, 1.10 kB more with every cycle
                     born        10 in cycles 2-11, the oldest outlived 10 cycles
                     by cycle    0 0 1 2 3 4 5 6 7 8 9 10 (first 2: warm-up)
                     backtrace
                       Session.init(store:)          …/Sources/NoteService/Session.swift:31
                """#), "\(text)")
        #expect(
            text.contains("\n\n  retained  NoteService.Cache  3 alive, 2.05 kB  note-service+0x1F2E\n\n"), "\(text)")
        #expect(text.contains("\n  2 kinds of known growth of libraries; --show-known lists them\n"))
    }

    @Test func `A name that is too long for the headline is complete below it`() {
        var report = Report.heapLeaking
        let name = "closure (" + (1...9).map { "NoteService.Captured\($0)" }.joined(separator: ", ") + ")"
        let index = report.findings.firstIndex { $0.key.type == "NoteService.Session" }!
        (report.findings[index].key.name, report.findings[index].key.type) = (name, name)
        let words = report.text().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("type \(name) "), "\(report.text())")
    }

    @Test func `Known growth is listed on request, with its reason`() {
        let text = Report.heapLeaking.text(showsKnown: true)
        #expect(
            text.contains(
                """
                  2 kinds of known growth of libraries
                    Foundation.FormatterCache  4 alive, 512 B  NIOCore/Channel.swift:9
                      formatters are cached by locale, at most 128
                    box of Dispatch.Item  4 alive, 96 B  NIOCore/Channel.swift:9
                      a delayed block waits for its timer

                """), "\(text)")
    }

    @Test func `The advice of one tier is not given for the other`() {
        var report = Report.heapLeaking
        for verdict in Verdict.allCases {
            report.findings = [report.findings[0]]
            report.findings[0].verdict = verdict
            #expect(!report.text().contains(".process(reason:)"))
            #expect(!report.text().contains("registered"))
            #expect(!report.text().contains("teardown"))
        }
    }

    @Test func `The headline counts causes of both tiers, and one object seen by both once`() {
        var report = Report.heapLeaking
        #expect(Presentation(report).leaksHeadline == "14 causes (150 objects, 1.77 kB per cycle), 1 retained")
        #expect(report.summaryLine.hasSuffix("; 14 leaks"))
        report.watch = .watched
        report.findings.append(Report.leaking.findings[0])
        #expect(Presentation(report).leaksHeadline == "15 causes (222 objects, 1.77 kB per cycle), 1 retained")
        #expect(report.summaryLine.hasSuffix("; 15 leaks"))
        report.findings = []
        #expect(Presentation(report).leaksHeadline == "none; nothing outlived its cycle")
        #expect(report.summaryLine.hasSuffix("; 0 leaks"))
    }

    @Test func `Without a finding, the headline states its basis`() {
        var report = Report.heapLeaking
        report.findings.removeAll { $0.verdict != .expected }
        #expect(Presentation(report).leaksHeadline == "none except known growth of libraries")
        #expect(Presentation(report).isLeakFree)
        let known = report.findings
        report.findings = []
        #expect(Presentation(report).leaksHeadline == "none; nothing outlived its cycle")
        #expect(report.outcome == .clean)
        report.heap?.retainedTypes = 0
        #expect(Presentation(report).leaksHeadline == "none; nothing outlived its cycle")
        report.heap?.retainedTypes = 1
        #expect(Presentation(report).leaksHeadline == "none grows; 1 type keeps objects of ended cycles")
        report.heap?.retainedTypes = 12
        #expect(Presentation(report).leaksHeadline == "none grows; 12 types keep objects of ended cycles")
        report.findings = known
        #expect(
            Presentation(report).leaksHeadline
                == "none except known growth of libraries; 12 types keep objects of ended cycles")
        report.findings = []
        report.heap?.cycles.removeLast(12)
        #expect(Presentation(report).leaksHeadline == "unknown: no cycle was measured")
        #expect(!Presentation(report).isLeakFree)
        report.failures = [Failure(.harness, "full")]
        #expect(Presentation(report).leaksHeadline == "none found, but the run failed")
    }

    @Test func `A run that saw the heap incompletely is not called free of leaks`() throws {
        var report = Report.heapLeaking
        report.findings = []
        report.heap?.cycles[3].isIncomplete = true
        #expect(Presentation(report).leaksHeadline == "none found, but objects are missing in 1 of 13 censuses")
        #expect(!Presentation(report).isLeakFree)
        #expect(try report.page().contains("none found, but objects are missing"))
    }

    @Test func `Cycles without a reset are a result of their own`() {
        var report = Report.heapLeaking
        report.soak = []
        #expect(
            report.summaryLine == "12 cycles; 0 fallbacks; 14 leaks")
    }

    @Test func `A run without pairs has one instance, and does not mention instances`() {
        var report = Report.heapLeaking
        report.plan.pairs = 4
        #expect(report.text().contains("always relaunched"))
        report.plan.pairs = 0
        #expect(!report.text().contains("instances"))
        #expect(!report.text().contains("always relaunched"))
    }

    @Test func `Types of packages, known by the place of their sources, follow the program's`() {
        let backtraces = Report.heapLeaking.findings.map(\.backtrace)
        let origins = ModuleOrigins(seenIn: backtraces.flatMap(\.frames))
        for (type, origin) in [
            ("NoteService.Session", TypeOrigin.program), ("box of NoteService.Settings", .program),
            ("NIOCore.Channel", .package), ("closure (NIOCore.Channel, Swift.Int)", .package),
            ("closure (NIOCore.Channel, NoteService.Session)", .program), ("Swift.__StringStorage", .platform),
            ("Swift._ContiguousArrayStorage<NoteService.Session>", .platform), ("closure ()", .platform),
            ("", .platform),
        ] {
            #expect(origins.origin(of: HeapType(described: type)) == origin, "\(type)")
        }
        // Without symbols, the names of widely used packages decide.
        for module in ["NIOCore", "Atomics", "DequeModule", "ServiceLifecycle"] {
            #expect(ModuleOrigins(seenIn: []).origin(of: HeapType(described: "\(module).Channel")) == .package)
        }
        #expect(ModuleOrigins(seenIn: []).origin(of: HeapType(described: "NIOChat.Channel")) == .program)
    }

    @Test func `A report from before the tiers is read as one of the registry`() throws {
        let now = String(decoding: try ReportFormat.json.bytes(for: .leaking), as: UTF8.self)
        let before = now.split(separator: "\n").filter { !$0.contains("\"tier\"") }.joined(separator: "\n")
        #expect(before.utf8.count < now.utf8.count)
        #expect(try Report(json: Array(before.utf8)) == .leaking)
    }
}

extension String {
    fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
