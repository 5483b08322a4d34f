import OutliveModel
import Testing

@testable import OutliveReport

/// Leak traces, as text and in the lines that sum up.
@Suite struct TraceTests {
    @Test func `A cause begins with its suspect reference and the fix; its trace is a tree with that reference marked`()
    {
        #expect(
            Report.traced.text().contains(
                #"""

                Leaks: 3 causes (170 objects, 1.44 kB per cycle)
                  1  LEAK  closure in Session.open keeps 8 of 10 Session
                     Remove the observer in teardown, and let its block capture self weakly.
                     8 of 10 kept alive by
                       static App.shared.feed
                       └ Feed.observers[3]
                         └ closure in Session.open (Session.swift:42)  <- cut here
                           └ Session
                     2 of 10 by static SessionCache.byUserAndDevice[key] → Entry.session.some
                       → Session
                     type        NoteService.Session
                     allocated   NoteService/Session.swift:31
                     bytes       12.3 kB, 1.23 kB more with every cycle
                     born        10 in cycles 2-11, the oldest outlived 10 cycles
                     by cycle    0 0 1 2 3 4 5 6 7 8 9 10 (first 2: warm-up)
                     leaks with it
                       Content                     40 alive, 1.28 kB  …/Session.swift:31
                       closure (Session, Content)  80 alive, 3.84 kB  …/Session.swift:31
                     backtrace
                       Session.init(store:)      …/Sources/NoteService/Session.swift:31
                       SessionStore.open(user:)  …/Sources/NoteService/SessionStore.swift:88
                     fingerprint 0f1e

                  2  LEAK  over-retain of 10 Buffer
                     No reference was found: look for a retain without a release
                     (Unmanaged.passRetained, a buffer freed without deinitializing).
                     kept alive by no known reference
                     type        NoteService.Buffer
                     allocated   NoteService/Session.swift:31
                     bytes       1.60 kB, 160 B more with every cycle
                     born        10 in cycles 2-11, the oldest outlived 10 cycles
                     by cycle    0 0 1 2 3 4 5 6 7 8 9 10 (first 2: warm-up)
                     leaks with it
                       Swift.__StringStorage  20 alive, 1.28 kB  NoteService/Session.swift:31
                     backtrace
                       Session.init(store:)      …/Sources/NoteService/Session.swift:31
                       SessionStore.open(user:)  …/Sources/NoteService/SessionStore.swift:88
                     fingerprint 4d5e

                  3  LEAK  View.delegate keeps 10 Presenter
                     Make the reference back weak, or clear it in teardown.
                     kept alive by a cycle
                       Presenter.view
                       └ View.delegate  <- cut here
                         └ back to Presenter
                     type        NoteService.Presenter
                     allocated   NoteService/Session.swift:31
                     bytes       480 B, 48 B more with every cycle
                     born        10 in cycles 2-11, the oldest outlived 10 cycles
                     by cycle    0 0 1 2 3 4 5 6 7 8 9 10 (first 2: warm-up)
                     backtrace
                       Session.init(store:)      …/Sources/NoteService/Session.swift:31
                       SessionStore.open(user:)  …/Sources/NoteService/SessionStore.swift:88
                     fingerprint 3c4d

                """#), "\(Report.traced.text())")
    }

    @Test func `A cause of a run of named arms names those that show it`() throws {
        var report = Report.traced
        for index in report.findings.indices {
            report.findings[index].arms = [Arm(rawValue: index == 1 ? "truncate" : "template")]
        }
        let text = report.text()
        #expect(text.contains("     seen in arm template, truncate\n"), "\(text)")
        #expect(text.contains("     seen in arm template\n"), "\(text)")
        #expect(!Report.traced.text().contains("seen in arm"))
        let page = String(decoding: try ReportFormat.html.bytes(for: report), as: UTF8.self)
        #expect(page.contains("seen in arm"))
    }

    @Test func `Without Unicode the same tree is drawn in ASCII`() {
        let lines = lines([.stored, .cached], objects: 10, unicode: false)
        #expect(
            lines == [
                "8 of 10 kept alive by", "  static App.shared.feed", "  ` Feed.observers[3]",
                "    ` closure in Session.open (Session.swift:42)  <- cut here", "      ` Session",
                "2 of 10 by static SessionCache.byUserAndDevice[key] -> Entry.session.some -> Session",
            ])
    }

    @Test func `No line is wider than the page for any names, and both ends are shown`() {
        let long = LeakTrace(
            shape: .path,
            steps: [
                TraceStep(kind: .global, name: "static \(String(repeating: "VeryLong", count: 20)).shared", edge: ".a"),
                TraceStep(kind: .object, name: String(repeating: "カート", count: 30), edge: ".明細[3]"),
                TraceStep(kind: .object, name: "Item<\(String(repeating: "Swift.Int, ", count: 40))Swift.Int>"),
            ],
            culprit: Suspect(
                name: "\(String(repeating: "カート", count: 30)).明細", step: 1, pattern: .storeWithoutEviction),
            objects: 3)
        for width in [40, 80] {
            for unicode in [true, false] {
                var other = long
                other.culprit?.name += "2"
                let lines = lines([long, other], objects: 9, width: width, unicode: unicode)
                #expect(lines.allSatisfy { columns(of: $0) <= width }, "\(lines)")
                #expect(unicode || lines.allSatisfy { $0.allSatisfy(\.isASCII) })
            }
        }
        let lines = lines([long], objects: 3)
        #expect(lines[1].hasPrefix("  static VeryLong") && lines[1].hasSuffix("VeryLong.shared.a"), "\(lines)")
        #expect(lines[2].contains(".明細[3]"), "\(lines)")
        #expect(lines[2].hasPrefix("  └ カート") && lines[3].hasSuffix("│ <- cut here"), "\(lines)")
    }

    @Test func `A long path is shown at both ends and around the suspect, with limited indentation`() {
        let steps = (0..<30).map { TraceStep(kind: .object, name: "Step\($0)", edge: ".next") }
        let trace = LeakTrace(
            shape: .path, steps: steps,
            culprit: Suspect(name: "Step12.next", step: 12, pattern: .referenceCycle))
        let lines = lines([trace], objects: 1).map { $0.drop { " └│".contains($0) } }
        let names = lines.compactMap { $0.hasPrefix("Step") ? Int($0.dropFirst(4).prefix { $0.isNumber }) : nil }
        #expect(names == [0, 1, 2, 3, 11, 12, 13, 26, 27, 28, 29])
        #expect(lines.count { $0 == "…" } == 2)
        let indents = self.lines([trace], objects: 1).map { $0.prefix { $0 == " " }.count }
        #expect(indents.max()! <= 20)
    }

    @Test func `If the step has another name, the suspect reference is named below it`() {
        let trace = LeakTrace(
            shape: .path,
            steps: [
                TraceStep(kind: .library, name: "NotificationCenter.default", edge: nil),
                TraceStep(kind: .object, name: "Feed"),
            ],
            culprit: Suspect(name: "closure in Feed.start", step: 0, pattern: .observerNotRemoved))
        #expect(
            lines([trace], objects: 1)[1...2] == [
                "  NotificationCenter.default  <- cut here", "  │ closure in Feed.start",
            ])
    }

    @Test func `A cycle may be followed by the path that it leads to`() {
        var trace = LeakTrace.cycle
        trace.steps[2].edge = ".model"
        trace.steps.append(TraceStep(kind: .object, name: "Model"))
        #expect(Array(lines([trace], objects: 10).suffix(2)) == ["    └ back to Presenter.model", "      └ Model"])
    }

    @Test func `An unreferenced object is reported as such`() {
        #expect(lines([.unheld], objects: 10) == ["kept alive by no known reference"])
        #expect(lines([.unheld], objects: 12)[0] == "10 of 12 kept alive by no known reference")
        #expect(
            lines([.cycle, .unheld], objects: 20).last == "10 of 20 kept alive by no known reference")
        #expect(
            lines([.unheld.to("Text")], objects: 10, width: 200) == [
                "kept alive by no known reference", "  Buffer.content  <- held by no known reference",
                "  └ Text",
            ])
    }

    @Test func `The place in the source is never shortened: the mark goes below it, and the name is cut`() {
        let place = SourceLine(file: "/src/NotificationTokenLeak.swift", line: 17)
        let trace = LeakTrace(
            shape: .path,
            steps: [
                TraceStep(kind: .library, name: "NotificationCenter.default"),
                TraceStep(kind: .library, name: "observer block", location: place),
                TraceStep(
                    kind: .closure, name: "closure in \(String(repeating: "Counter", count: 9)).observe",
                    location: place),
                TraceStep(kind: .object, name: "ChangeCounter"),
            ],
            culprit: Suspect(name: "closure in Counter.observe", location: place, step: 1, pattern: .observerNotRemoved)
        )
        let found = lines([trace], objects: 1, width: 60)
        #expect(found[2] == "  └ observer block (NotificationTokenLeak.swift:17)", "\(found)")
        #expect(found[3] == "    │ <- cut here", "\(found)")
        #expect(found[4] == "    │ closure in Counter.observe", "\(found)")
        #expect(found.count { $0.contains("(NotificationTokenLeak.swift:17)") } == 2, "\(found)")
        for width in [50, 60, 80] {
            let all = lines([trace, .cached, trace.otherwise], objects: 9, width: width)
            #expect(all.count { $0.contains("(NotificationTokenLeak.swift:17)") } >= 3, "\(width) \(all)")
            #expect(all.allSatisfy { columns(of: $0) <= width }, "\(all)")
        }
    }

    @Test func `An extra retain has the title of a retain, whatever refers to the object`() {
        var finding = Report.traced.findings[4]
        #expect(Cause(leader: finding).title == "over-retain of 10 Buffer")
        finding.traces = [
            LeakTrace(
                shape: .path,
                steps: [
                    TraceStep(kind: .block, name: "memory from makeHandle"), TraceStep(kind: .object, name: "Buffer"),
                ],
                culprit: Suspect(name: "over-retain", step: 0, pattern: .heldByHand), objects: 10)
        ]
        #expect(Cause(leader: finding).title == "over-retain of 10 Buffer")
        var report = Report.traced
        report.findings = [finding]
        #expect(report.text().contains("  memory from makeHandle  <- cut here\n"), "\(report.text())")
    }

    @Test func `Traces that read alike are one line`() {
        let unheld = LeakTrace(
            shape: .unheld, steps: [TraceStep(kind: .object, name: "Buffer")], culprit: nil, objects: 120)
        var others = [LeakTrace](repeating: unheld, count: 3)
        others[1].steps[0].name = "memory from read"
        (others[1].objects, others[2].objects) = (3, 1)
        let path = LeakTrace(
            shape: .path, steps: [TraceStep(kind: .task, name: "Task"), TraceStep(kind: .object, name: "Buffer")],
            culprit: nil, objects: 5)
        #expect(
            lines(others + [path, path], objects: 134) == [
                "124 of 134 kept alive by no known reference", "10 of 134 by Task → Buffer",
            ])
    }

    @Test func `The title counts all objects of a cycle, and of a path that nearly all have`() {
        var finding = Report.traced.findings[0]
        finding.victimOf = nil
        func title(_ shape: LeakTrace.Shape, _ first: Int) -> String {
            finding.births = [Birth(generation: 3, count: 120)]
            finding.traces = [.cached, .cached]
            finding.traces[0].shape = shape
            finding.traces[0].culprit = Suspect(name: "Sweep.item", step: 0, pattern: .referenceCycle)
            finding.traces[1].culprit?.name = "Task"
            (finding.traces[0].objects, finding.traces[1].objects) = (first, 120 - first)
            return Cause(leader: finding).title
        }
        #expect(title(.cycle, 93).hasPrefix("Sweep.item keeps 120 "))
        #expect(title(.path, 117).hasPrefix("Sweep.item keeps 120 "))
        #expect(title(.path, 93).hasPrefix("Sweep.item keeps 93 of 120 "))
    }

    @Test func `Threads and descriptors in step with a cause are in its line of bytes`() {
        var cause = Cause(leader: Report.traced.findings[3])
        #expect(cause.bytesDescription == "480 B, 48 B more with every cycle")
        cause.inStep = [
            Slope(
                metric: .descriptors, perCycle: 12, interval: Interval(lower: 12, upper: 12), minimumEffect: 0.05,
                cycles: 10)
        ]
        #expect(cause.bytesDescription == "480 B, 48 B and 12 descriptors more with every cycle")
    }

    @Test func `The title names the suspect reference and what it keeps, in units of what leaks`() {
        var finding = Report.traced.findings[3]
        #expect(Cause(leader: finding).title == "View.delegate keeps 10 Presenter")
        finding.traces[0].culprit?.doubt = "two references lead there."
        #expect(Cause(leader: finding).title == "View.delegate probably keeps 10 Presenter")
        #expect(
            Cause(leader: finding).advice == [
                LeakPattern.strongBackReference.hint, "Probably: two references lead there.",
            ])
        var report = Report.traced
        report.findings = [finding]
        #expect(report.text().contains("View.delegate  <- probably cut here"), "\(report.text())")
        finding.traces[0].culprit?.doubt = nil
        finding.traces[0].culprit?.remedy = "Call finish() in teardown."
        #expect(Cause(leader: finding).advice == ["Call finish() in teardown."])
        finding.unit = .bytes
        finding.births = [Birth(generation: 1, count: 1)]
        finding.bytes = 4_600
        #expect(Cause(leader: finding).title == "View.delegate grows: storage of 4.60 kB")
        (finding.unit, finding.traces, finding.key.name) = (.blocks, [], "raw memory")
        finding.births = [Birth(generation: 1, count: 3)]
        #expect(Cause(leader: finding).title == "raw memory: 3 blocks")
        // Other references keep the other objects.
        #expect(
            Cause(leader: Report.traced.findings[0]).title
                == "closure in Session.open keeps 8 of 10 Session")
    }

    @Test func `The first ten causes are complete, and the others take a line each`() {
        var report = Report.traced
        for number in 1...12 {
            var leak = report.findings[3]
            leak.key.type = "NoteService.Screen\(number)"
            leak.key.name = leak.key.type
            leak.fingerprint = "feed\(number)"
            leak.traces[0].culprit?.name = "Screen\(number).owner"
            leak.bytes = 1
            report.findings.append(leak)
        }
        let text = report.text(TextStyle(width: 200))
        #expect(Presentation(report).leaksHeadline.hasPrefix("15 causes ("), "\(Presentation(report).leaksHeadline)")
        #expect(text.ranges(of: "  LEAK  ").count == 10)
        let line = #/\n  1[1-5] Screen[0-9]+.owner keeps 10 Screen[0-9]+, .*fingerprint feed[0-9]+\n/#
        #expect(text.contains(line), "\(text)")
    }

    @Test func `Of many paths the first few are shown`() {
        let ways = (1...9).map { number in
            var way = LeakTrace.cached
            way.culprit?.name = "static Cache.store\(number)"
            return way
        }
        let lines = lines(ways, objects: 18)
        #expect(lines.count { $0.hasPrefix("2 of 18 by ") } == 4)
        #expect(lines.last == "… 4 more traces in the JSON report")
    }

    @Test func `Paths that one change cuts are one`() {
        var other = LeakTrace.stored
        other.steps[0].name = "global in libcrypto.so.3"
        other.objects = 1
        #expect(lines([.stored, .cached, other], objects: 11).first == "9 of 11 kept alive by")
        #expect(lines([.stored, other], objects: 9).first == "kept alive by")
    }

    @Test func `Objects that go with a leader are shown there, and nowhere else`() {
        let text = Report.traced.text()
        #expect(text.ranges(of: " Content ").count == 1)
        #expect(!text.contains("LEAK  NoteService.Content") && !text.contains("LEAK  Content"))
        var orphaned = Report.traced
        orphaned.findings.removeFirst()
        #expect(orphaned.causes.contains { $0.leader.key.name == "NoteService.Content" })
    }

    @Test func `A finding goes with its leader, in either tier`() {
        var report = Report.traced
        report.findings[0].tier = .registry
        #expect(report.causes.map(\.fingerprint) == Report.traced.causes.map(\.fingerprint))
        for index in report.findings.indices { report.findings[index].tier = .registry }
        (report.watch, report.heap) = (.watched, nil)
        #expect(
            Presentation(report).leaksHeadline.hasPrefix("3 causes (170 objects, "),
            "\(Presentation(report).leaksHeadline)")
        #expect(report.summaryLine.contains("; 3 leaks"), "\(report.summaryLine)")
        #expect(!report.text().contains("LEAK  NoteService.Content"))
    }

    @Test func `An annotation is placed at the suspect if that is in the checkout`() {
        let root = "/home/user/projects/note-service"
        let locations = Report.traced.findings.map { $0.trace?.culprit?.location }
        let place = CheckoutPlace(path: "Sources/NoteService/Session.swift", line: 42)
        #expect(CheckoutPlace(locations[0], in: root) == place)
        #expect(CheckoutPlace(locations[0], in: "/elsewhere") == nil)
        #expect(CheckoutPlace(locations[3], in: root) == nil)
    }

    @Test func `A report with traces is read as it was written, and an earlier one has none`() throws {
        let json = try ReportFormat.json.bytes(for: .traced)
        #expect(try Report(json: json) == .traced)
        let text = String(decoding: json, as: UTF8.self)
        #expect(text.contains(#""pattern" : "observer-not-removed""#), "\(text)")
        // An empty list is printed over three lines.
        let old = String(decoding: try ReportFormat.json.bytes(for: .heapLeaking), as: UTF8.self)
            .replacing(/"traces" : \[\s*\],/, with: "")
        #expect(!old.contains("traces"))
        #expect(try Report(json: Array(old.utf8)) == .heapLeaking)
    }

    @Test func `A leak that both tiers detect is one cause`() {
        var report = Report.traced
        report.watch = .watched
        var registered = report.findings[3]
        registered.tier = .registry
        report.findings.insert(registered, at: 0)
        let text = report.text()
        #expect(text.ranges(of: "LEAK  View.delegate keeps 10 Presenter").count == 1)
        #expect(text.contains("seen by     the registry and the heap tier\n"), "\(text)")
        #expect(Presentation(report).leaksHeadline.hasPrefix("3 causes"))
    }

    /// The lines of some traces, from the first column on.
    private func lines(_ traces: [LeakTrace], objects: Int, width: Int = 100, unicode: Bool = true) -> [String] {
        var page = TextPage(style: TextStyle(unicode: unicode, width: width))
        page.writeTraces(traces, of: objects, indent: 0)
        return page.lines
    }
}

extension LeakTrace {
    /// The same way to another culprit.
    fileprivate var otherwise: LeakTrace {
        var other = self
        other.culprit?.name += "2"
        return other
    }
}
