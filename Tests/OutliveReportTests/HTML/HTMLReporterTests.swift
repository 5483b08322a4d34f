import Foundation
import OutliveReport
import Testing

@testable import OutliveModel

@Suite struct HTMLReporterTests {
    static let reports: [String: Report] = [
        "clean": .clean, "leaking": .leaking, "traced": .traced, "differing": .differing, "bleeding": .bleeding,
        "failed": .failed, "merged": .merged, "heap": .heapLeaking, "equivalent": .equivalent,
        "interrupted": .interruptedEarly, "bare": .bare,
        "known": .accepted,
    ]

    @Test(arguments: reports.keys.sorted())
    func `A page is well formed, its links lead somewhere, and it loads nothing`(fixture: String) throws {
        let report = try #require(Self.reports[fixture])
        let checker = HTMLChecker(try report.page(root: "/home/user/projects/note-service"))
        #expect(checker.complaints == [])
        #expect(checker.elements.count { $0 == "h1" } == 1)
        #expect(checker.elements.starts(with: ["html", "head"]))
        for landmark in ["nav", "main", "header"] { #expect(checker.elements.contains(landmark)) }
        // No level of headings is skipped.
        let levels = checker.elements.compactMap { $0.wholeMatch(of: #/h([1-6])/#).flatMap { Int($0.output.1) } }
        for (level, next) in zip(levels, levels.dropFirst()) { #expect(next <= level + 1) }
    }

    @Test func `The checker detects errors`() {
        func complaints(_ body: String) -> [String] { HTMLChecker("<!DOCTYPE html>\n\(body)").complaints }
        #expect(complaints("<p id=\"a\"><a href=\"#a\">b</a></p>\n") == [])
        for wrong in [
            "<p>", "<p><b></p></b>", "<p id=\"a\"></p><p id=\"a\"></p>", "<a href=\"#nowhere\"></a>", "<p class=a></p>",
            "<img src=\"https://example.org/a.png\">", "<p onclick=\"a()\"></p>", "<p>a & b</p>", "<p>\u{202E}</p>",
            "<a href=\"https://example.org/\"></a>", "<p style=\"color: red\"></p>", "<p>\u{0}</p>",
            "<p a=\"1\" a=\"2\"></p>",
        ] {
            #expect(complaints(wrong) != [], "\(wrong)")
        }
    }

    @Test(arguments: [
        ("clean", "good", "Clean: nothing outlived a reset, and a reset is 7.4x faster than a relaunch.", 0),
        ("leaking", "bad", "Not clean: 1 leak.", 1), ("bleeding", "bad", "Not clean: state survived the reset.", 1),
        ("failed", "bad", "Failed: reset failed, and 1 more failure.", 3),
        ("interrupted", "warn", "Interrupted: under the gate of 1.5x, stopped by an interrupt.", 130),
    ])
    func `The verdict comes first: a sentence, the exit code and the summary line`(
        fixture: String, tone: String, sentence: String, code: Int
    ) throws {
        let report = try #require(Self.reports[fixture])
        let page = try report.page()
        let main = try #require(page.firstRange(of: "<main"))
        let head = page[main.lowerBound...].prefix(1_500)
        #expect(head.contains("<section id=\"verdict\" class=\"\(tone)\""))
        #expect(head.contains("<span>\(sentence)</span></h1>"), "\(head)")
        #expect(head.contains("exit code <b>\(code)</b>"))
        let summary = report.summaryLine.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
        #expect(page.contains("<p class=\"summary\">\(summary)</p>"))
    }

    @Test func `Failures of the run link to their details`() throws {
        let page = try Report.traced.page()
        #expect(
            page.contains(
                #/<a href="#leaks">3 leaks</a>: <ul class="notes">\n<li>\n<a href="#cause-1"><code>closure in Session.open keeps 8 of 10 Session</code></a>, <code class="place">Session.swift:42</code>: Remove the observer in teardown/#
            ))
        #expect(try Report.differing.page().contains("<a href=\"#fidelity\">state survived the reset</a>"))
        #expect(try Report.failed.page().contains("<a href=\"#failures\">2 failures</a>: reset failed"))
    }

    @Test func `A variable has the line that declares it beside its name`() throws {
        let page = try Report.changedStatics.page()
        let subject = #"<code>static Flags.beta</code> <span class="place">declared at Flags_beta.swift:12</span>"#
        #expect(page.contains(subject))
        #expect(page.contains(#"<code>Cache.shared.entries</code></td>"#))
    }

    @Test func `A trace is a tree in which the suspect reference is marked, below the fix`() throws {
        let page = try Report.traced.page(root: "/home/user/projects/note-service")
        let tree = try #require(
            page.firstMatch(
                of:
                    #/<p class="hint">([^<]*)<\/p>[\s\S]*?<code>closure in Session.open<\/code> <code class="place">([^<]*)<\/code> <strong class="cut">cut here<\/strong>/#
            ))
        #expect(tree.output.1.contains("Remove the observer in teardown"))
        #expect(tree.output.2 == "Session.swift:42")
        #expect(page.contains("back to Presenter"))
        #expect(page.contains("2 of 10 kept alive by, held by static SessionCache.byUserAndDevice"))
    }

    @Test func `Passed, different and uncompared checks are distinguishable`() throws {
        let page = try Report.differing.page()
        func result(_ check: String) -> Substring? {
            page.firstMatch(
                of: try! Regex(
                    "<th scope=\"row\">\(check)</th>\n<td data-head=\"Result\"><span class=\"badge ([a-z]+)\">([a-z ]+)<",
                    as: (Substring, Substring, Substring).self))?.output.2
        }
        #expect(result("open descriptors") == "differs")
        #expect(result("listening sockets") == "passed")
        #expect(result("live Swift types") == "not compared")
        #expect(page.contains("<code class=\"old\">absent</code>"))
    }

    @Test func `A known leak is apart, with its reason, owner and last day, and entries that need attention`() throws {
        let page = try Report.accepted.page()
        let known = try #require(page.firstRange(of: "<section id=\"known\""))
        let part = page[known.lowerBound...]
        for words in ["the store is replaced &lt;soon&gt;", "store team", "after 2027-03-31", "nothing matched it"] {
            #expect(part.contains(words), "\(words)")
        }
        #expect(!page[..<known.lowerBound].contains("id=\"cause-1\""))
    }

    @Test func `The download is the report itself`() throws {
        let page = try Report.leaking.page()
        let links = page.matches(of: #/<a download="outlive\.(json|csv)" href="data:([a-z\/]*);base64,([^"]*)">/#)
        #expect(links.map { String($0.output.1) } == ["json", "csv"])
        let data = try links.map { try #require(Data(base64Encoded: String($0.output.3))) }
        #expect(try Report(json: Array(data[0])) == .leaking)
        #expect(try Array(data[1]) == ReportFormat.csv.bytes(for: .leaking))
    }

    @Test func `Style and script are the only ones that the policy permits`() throws {
        let page = try Report.clean.page()
        let policy = try #require(page.firstMatch(of: #/Content-Security-Policy" content="([^"]*)"/#)?.output.1)
        #expect(policy.hasPrefix("default-src &#39;none&#39;; style-src &#39;sha256-"))
        #expect(!policy.contains("unsafe"))
        #expect(!page.contains("http://www.w3.org") && !page.contains("@import") && !page.contains("url(http"))
        // Browsers ignore this directive in a document and warn about it.
        #expect(!policy.contains("frame-ancestors"))
    }

    @Test func `Names and output from outside stay text`() throws {
        let nasty = "</script><img src=x onerror=alert(1)>\"'&\u{202E}\u{0}\u{1B}[31m</title></style>"
        var report = Report.traced
        report.plan.launch = nasty
        report.plan.expected = [ExpectedDifference(check: .threads, pattern: nasty, reason: nasty)]
        report.machine.processor = nasty
        report.startedAt = nasty
        report.toolchain = nasty
        report.notes = [nasty]
        report.failures = [Failure(.harness, nasty, output: "\(nasty)\n\(nasty)")]
        report.stateDifferences = [StateDifference(cycle: 1, expected: "a\n\(nasty)", actual: "b\n\(nasty)\(nasty)")]
        report.fidelity = Report.differing.fidelity
        report.fidelity?.add(
            .threads,
            FidelityDifference(
                subject: nasty, launched: nasty, reset: nil, firstCycle: 1, line: SourceLine(file: nasty, line: 1)))
        for index in report.findings.indices {
            report.findings[index].key.name = nasty
            report.findings[index].key.type = nasty
            report.findings[index].fingerprint = index == 0 ? nasty : report.findings[index].fingerprint
            for trace in report.findings[index].traces.indices {
                report.findings[index].traces[trace].steps[0].name = nasty
                report.findings[index].traces[trace].steps[0].location = SourceLine(file: nasty, line: 1)
                report.findings[index].traces[trace].culprit?.name = nasty
            }
        }
        let page = try report.page(root: "/home/user/projects/note-service")
        let checker = HTMLChecker(page)
        #expect(checker.complaints == [])
        #expect(!checker.elements.contains("img"))
        #expect(checker.elements.count { $0 == "script" } == 1)
    }

    @Test func `A page of an unbounded report is bounded, and states what it leaves out`() throws {
        var report = Report.traced
        report.soak = (1...10_000).map { cycle in
            SoakCycle(
                cycle: cycle, seconds: 0.09, vitals: Vitals(residentBytes: cycle, threads: 6, descriptors: 14),
                liveComponents: 9)
        }
        let finding = report.findings[0]
        report.findings += (0..<600).map { index in
            var other = finding
            other.tier = index % 2 == 0 ? .heap : .registry
            other.key.name = "NoteService.Kind\(index)<\(String(repeating: "A", count: 200))>"
            other.fingerprint = "f\(index)"
            other.live = Array(0..<1_000)
            return other
        }
        report.failures = (0..<500).map {
            Failure(.harness, "\($0)", output: String(repeating: "line\n", count: 10_000))
        }
        report.stateDifferences = (0..<50).map { index in
            StateDifference(
                cycle: index, expected: (0..<5_000).map { "\($0)" }.joined(separator: "\n"),
                actual: (0..<5_000).map { "\($0 * 2)" }.joined(separator: "\n"))
        }
        report.notes = Array(repeating: String(repeating: "n", count: 10_000), count: 1_000)
        let page = try report.page()
        #expect(page.utf8.count < 8_000_000, "\(page.utf8.count)")
        #expect(page.contains("more causes in the JSON report"))
        #expect(page.contains("is too large for a page"))
        #expect(page.contains("more notes in the JSON report"))
        #expect(HTMLChecker(page).complaints == [])
    }

    @Test func `Several causes can be searched and chosen by verdict, and few causes need no search`() throws {
        let page = try Report.traced.page()
        let cards = page.matches(of: #/<details class="finding" id="cause-\d+" data-kind="(\w+)"/#)
        #expect(cards.count >= 3)
        let field = try #require(page.firstMatch(of: #/<div class="search"[\s\S]*?<\/div>/#)?.output)
        // The script shows it, and without script it would have no effect.
        #expect(field.hasPrefix("<div class=\"search\" role=\"search\" hidden data-items=\"details.finding\""))
        #expect(field.contains("<label for=\"leaks-words\">Search causes</label>"))
        let kinds = Set(cards.map { String($0.output.1) })
        let options = Set(field.matches(of: #/<option value="(\w+)">/#).map { String($0.output.1) })
        #expect(options == (kinds.count > 1 ? kinds : []))
        #expect(!(try Report.leaking.page().contains("class=\"search\"")))
    }

    @Test func `A deep trace is shown with both ends and its suspect`() throws {
        var report = Report.traced
        let steps = (0..<2_000).map { TraceStep(kind: .object, name: "Node\($0)", edge: ".next") }
        report.findings[0].traces[0].steps = steps
        report.findings[0].traces[0].culprit = Suspect(name: "Node1000.next", step: 1_000, pattern: .referenceCycle)
        let page = try report.page()
        for name in ["Node0.next", "Node1000.next", "Node1999.next"] { #expect(page.contains("<code>\(name)</code>")) }
        #expect(!page.contains("Node500.next"))
        #expect(page.contains("some steps are left out"))
        #expect(HTMLChecker(page).complaints == [])
    }

    @Test func `A merged report shows its runs, and the runs in which a leak was detected`() throws {
        let page = try Report.merged.page()
        #expect(page.contains("<h2 id=\"shards-heading\">3 runs on 2 machines</h2>"))
        #expect(page.contains("<a href=\"#run-1\"><code>"))
    }

    @Test func `Problems to fix precede other measurements`() throws {
        let failing = try Report.leaking.page()
        let leaks = try #require(failing.firstRange(of: "<section id=\"leaks\""))
        let timing = try #require(failing.firstRange(of: "<section id=\"timing\""))
        #expect(leaks.lowerBound < timing.lowerBound)
        let clean = try Report.clean.page()
        #expect(
            try #require(clean.firstRange(of: "<section id=\"timing\"")).lowerBound
                < #require(clean.firstRange(of: "<section id=\"leaks\"")).lowerBound)
        #expect(clean.contains("<li class=\"good\">\n<a href=\"#leaks\">"))
    }

    @Test func `Findings of several runs are counted over all, and those of one run are marked`() throws {
        let page = try Report.merged.page()
        let finding = try #require(Report.merged.findings.first { $0.tier == .registry && $0.verdict == .leak })
        #expect(finding.count != finding.countInRun)
        #expect(page.contains("Session.onEvent keeps \(finding.count) session in 2 runs"))
        #expect(page.contains("<dt>seen in</dt>\n<dd>2 of 3 runs, \(finding.count) objects</dd>"))
        #expect(page.contains("<dt>born, in one run</dt>\n<dd>\(finding.countInRun) in "))

        var merged = Report.traced
        let occurrence = try #require(Report.traced.asMerged.findings.first { $0.verdict == .leak }?.occurrences.first)
        merged.findings[0].occurrences = ["a", "b"].map { shard in
            var occurrence = occurrence
            (occurrence.shard, occurrence.objects, occurrence.fails) = (shard, merged.findings[0].countInRun, true)
            return occurrence
        }
        let count = merged.findings[0].countInRun
        merged.findings[0].traces = Array(merged.findings[0].traces.prefix(1))
        merged.findings[0].traces[0].objects = count - 1
        #expect(try merged.page().contains("\(count - 1) of \(count) in one run kept alive"))
    }

    @Test func `Without measurements there is no figure of leaks`() throws {
        let name = "<dt>Leaks</dt>"
        var failed = Report.failed
        failed.watch = .watched
        #expect(!(try failed.page().contains(name)))
        #expect(
            try Report.clean.page().contains("\(name)\n<dd class=\"good\">0</dd>\n<dd class=\"note\">none found</dd>"))
        for report in Self.reports.values { #expect(!(try report.page().contains("nothing grows"))) }
    }

    @Test func `A long name is cut in every place`() throws {
        var report = Report.traced
        let name = String(repeating: "A", count: 5_000)
        for finding in report.findings.indices {
            for trace in report.findings[finding].traces.indices {
                report.findings[finding].traces[trace].culprit?.name = name
            }
        }
        let page = try report.page()
        #expect(page.contains(String(repeating: "A", count: 40)))
        #expect(!page.contains(String(repeating: "A", count: 400)))
    }

    @Test func `A known leak has complete details when opened`() throws {
        var report = Report.traced
        report.findings[0].known = KnownLeak(match: KnownLeakMatch(type: "NoteService.*"), reason: "soon replaced")
        let page = try report.page()
        let known = try #require(page.firstRange(of: "<section id=\"known\""))
        let part = page[known.lowerBound...]
        let card = try #require(part.firstMatch(of: #/<details class="finding" id="(cause-\d+)" data-kind="\w+">/#))
        #expect(part.contains("<a href=\"#\(card.output.1)\">"))
        #expect(part[card.range.lowerBound...].contains("cut here"))
    }

    @Test func `Growth that is only reported is a warning on a green page`() throws {
        var report = Report.leaking
        report.findings = []
        report.plan.growth = .report
        #expect(report.outcome == .clean && report.slopes.contains(where: \.grows))
        let page = try report.page()
        #expect(page.contains("<li class=\"warn\">\n<a href=\"#soak\">"))
        #expect(page.contains("is only reported and does not fail the run: see <a href=\"#soak\">the soak</a>."))
    }

    @Test func `A difference within the interval is neither good nor bad`() throws {
        var report = Report.clean
        report.comparison?.ratio = 1.05
        report.comparison?.interval = Interval(lower: 0.9, upper: 1.2)
        let page = try report.page()
        #expect(
            page.contains(
                "<dd class=\"plain\">not clearly faster or slower</dd>\n<dd class=\"note\">95 % CI 0.90-1.20"))
        #expect(page.contains("and a reset is not clearly faster or slower than a relaunch."))
    }

    @Test func `A missed gate is shown with its factor`() throws {
        var report = Report.clean
        report.plan.minimumSpeedup = 1.5
        report.comparison?.ratio = 0.5
        report.comparison?.interval = Interval(lower: 0.4, upper: 0.6)
        #expect(try report.page().contains("<span>Too slow: 2.0x slower, the gate requires 1.5x faster.</span></h1>"))
        report.comparison?.ratio = 1.6
        report.comparison?.interval = Interval(lower: 1.4, upper: 1.8)
        #expect(
            try report.page().contains(
                "Too slow: 1.6x faster, but the interval begins at 1.4x, and the gate requires 1.5x faster."))
    }

    @Test func `The savings or costs of resets have their number`() throws {
        let saved = try Report.clean.page()
        #expect(saved.contains(#/<dt>100 resets save</dt>\n<dd class="plain">[0-9.]+ s</dd>/#))
        var report = Report.clean
        report.comparison?.launch.median = 0.1
        report.comparison?.reset.median = 0.2
        #expect(
            try report.page().contains("<dt>100 resets cost</dt>\n<dd class=\"plain\">10 s</dd>"))
    }

    @Test func `Equal findings have places of their own`() throws {
        var report = Report.traced
        report.findings.append(report.findings[3])
        #expect(HTMLChecker(try report.page()).complaints == [])
    }
}

extension Report {
    /// A run whose only leak is accepted, with a list that has an entry too many.
    static var accepted: Report {
        var report = Report.leaking
        report.findings.removeSubrange(1...)
        let match = KnownLeakMatch(type: "NoteService.*")
        report.findings[0].known = KnownLeak(
            match: match, reason: "the store is replaced <soon>", owner: "store team",
            expires: CalendarDay("2027-03-31"))
        report.known = KnownLeaksReview(
            file: "outlive.known.yml", entries: 2,
            unused: [KnownLeak(match: KnownLeakMatch(fingerprint: "00ff"), reason: "mended since", line: 9)])
        return report
    }
}
