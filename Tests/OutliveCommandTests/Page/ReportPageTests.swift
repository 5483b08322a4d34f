import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

/// The page of a leaking run, as a browser shows it.
@Suite(.serialized, .enabled(if: Browser.path != nil, "chromium is not installed (apt-get install chromium)"))
struct ReportPageTests {
    @Test func `The page of a leaking run shows on every screen what leaks, why and where`() async throws {
        let made = try await LeakingRun()
        #expect(made.run.status == 1, "\(made.run.output)\(made.run.errors)")
        try await Browser.run { browser in
            try await browser.watch()
            var grounds: Set<String> = []
            for (width, scheme) in [(1_280, "light"), (1_280, "dark"), (360, "light"), (360, "dark")] {
                let screen = Comment(rawValue: "\(width) \(scheme)")
                try await browser.show(width: width, height: 900, scheme: scheme)
                try await browser.go(to: "file://\(made.page)?\(width)-\(scheme)")
                _ = try await browser.value(
                    of: "location.search === '?\(width)-\(scheme)' && document.readyState === 'complete'")

                // On a busy machine something else may be the matter, too.
                let heading = try await browser.value(of: "document.querySelector('h1').innerText")
                #expect(heading.hasPrefix("Not clean: 2 leaks"), "\(width) \(scheme): \(heading)\n\(made.run.output)")
                let top = "document.querySelector('h1').getBoundingClientRect()"
                #expect(try await browser.value(of: "String(\(top).top >= 0 && \(top).bottom < 300)") == "true", screen)
                #expect(
                    try await browser.value(of: "document.querySelector('.exit').innerText") == "exit code 1", screen)
                #expect(try await browser.value(of: PageInspection.fits) == "true", screen)
                let plots = try await browser.value(of: PageInspection.plots)
                #expect(plots.split(separator: " ").count >= 7 && !plots.contains("not"), screen)
                let crowded = try await browser.value(of: PageInspection.crowdedLabels)
                #expect(crowded == "none", screen)
                #expect(try await browser.value(of: PageInspection.faintTexts) == "none", screen)
                let colours = ["body", "h1"].map { "getComputedStyle(document.querySelector('\($0)'))" }
                grounds.insert(
                    try await browser.value(of: "\(colours[0]).backgroundColor + ' ' + \(colours[1]).color"))

                // With all opened it is no wider.
                try await open(in: browser, by: "Expand all")
                #expect(try await browser.value(of: PageInspection.fits) == "true", screen)
                #expect(try await browser.value(of: PageInspection.faintTexts) == "none", screen)
                try await keep(browser.screenshot(), "report-\(width)-\(scheme).png")
            }
            #expect(grounds.count == 2, "\(grounds)")
            #expect(browser.complaints == [])
            #expect(browser.requests.allSatisfy { $0.hasPrefix("file://\(made.page)?") }, "\(browser.requests)")
        }
    }

    @Test func `The suspect and its source line are reachable by keyboard alone`() async throws {
        let made = try await LeakingRun()
        try await Browser.run { browser in
            try await browser.show(width: 1_280, height: 900, scheme: "light")
            try await browser.go(to: "file://\(made.page)")
            _ = try await browser.value(of: "document.readyState === 'complete' && document.getElementById('fold')")

            // The first stop leads past the navigation.
            try await browser.press("Tab")
            #expect(try await browser.value(of: "document.activeElement.className") == "skip")
            #expect(
                try await browser.value(of: "String(document.activeElement.getBoundingClientRect().left >= 0)")
                    == "true")

            try await open(in: browser, by: "Expand all")
            try await open(in: browser, by: "Collapse all")
            #expect(
                try await browser.value(of: "String(document.querySelectorAll('main details[open]').length)") == "0")
            let culprit = """
                [...document.querySelectorAll('.culprit')].some(step =>
                  step.checkVisibility() && step.querySelector('.cut').innerText === 'cut here'
                    && step.querySelector('mark')?.checkVisibility({ contentVisibilityAuto: true })
                    && step.querySelector('mark').innerText.includes('timer.setEventHandler'))
                """
            #expect(try await browser.value(of: "String(\(culprit))") == "false")
            let isFolded =
                "document.activeElement.matches('.finding summary') && !document.activeElement.parentElement.open"
            var stops = 0
            while try await browser.value(of: "String(\(culprit))") == "false", stops < 200 {
                try await browser.press("Tab")
                stops += 1
                if try await browser.value(of: "String(\(isFolded))") == "true" {
                    try await browser.press(stops.isMultiple(of: 2) ? "Enter" : " ")
                }
            }
            #expect(try await browser.value(of: "String(\(culprit))") == "true")
            #expect(
                try await browser.value(of: "getComputedStyle(document.activeElement).outlineStyle") == "solid")

            // A link of the verdict opens the finding that it leads to.
            try await open(in: browser, by: "Expand all", thenCollapse: true)
            #expect(
                try await browser.value(
                    of:
                        "document.querySelector('.reasons a[href=\"#cause-2\"]').click() || document.querySelector('#cause-2[open]') && 'open'"
                )
                    == "open")

            // Also a second time, when the address stays as it is; and it opens what holds the objects.
            try await open(in: browser, by: "Expand all", thenCollapse: true)
            #expect(
                try await browser.value(
                    of:
                        "document.querySelector('.reasons a[href=\"#cause-2\"]').click() || document.querySelector('#cause-2[open] .trace[open]') && 'open'"
                )
                    == "open")

            // It does not stop where nothing is to be scrolled.
            #expect(
                try await browser.value(
                    of: """
                        [...document.querySelectorAll('main [role="group"][tabindex]')]
                          .every(part => part.scrollWidth > part.clientWidth) && 'all are wide'
                        """) == "all are wide")
        }
    }

    @Test func `Pages of merged, failed and known-leak runs fit a phone and state the outcome`()
        async throws
    {
        let made = try await LeakingRun()
        let scratch = try Scratch()
        var other = made.report
        other.startedAt = "2026-01-02T03:04:05Z"
        let merged = made.report.asMerged(summary: "one").merged(with: other.asMerged(summary: "other"))
        var known = made.report
        for index in known.findings.indices where known.failingFindings.contains(known.findings[index]) {
            known.findings[index].known = KnownLeak(match: KnownLeakMatch(type: "*"), reason: "soon replaced")
        }
        var failed = Report(
            toolVersion: "0", startedAt: "2026-01-02T03:04:05Z", machine: made.report.machine, plan: made.report.plan)
        failed.failures = [Failure(.harness, "the disk is full", output: String(repeating: "x", count: 500))]
        try await Browser.run { browser in
            try await browser.watch()
            for (name, report, words) in [
                ("merged", merged, "Not clean: 2 leaks"), ("failed", failed, "Failed: "), ("known", known, "Clean: "),
            ] {
                let file = scratch.file("\(name).json")
                let page = scratch.file("\(name).html")
                try JSONEncoder().encode(report).write(to: URL(fileURLWithPath: file))
                let run = try await outlive("report", file, "--report", "html=\(page)")
                #expect(run.status == 0, "\(run.errors)")
                try await browser.show(width: 360, height: 900, scheme: "light")
                try await browser.go(to: "file://\(page)")
                _ = try await browser.value(
                    of: "location.pathname.endsWith('\(name).html') && document.readyState === 'complete'")
                let heading = try await browser.value(of: "document.querySelector('h1').innerText")
                #expect(heading.hasPrefix(words), "\(name): \(heading)")
                #expect(try await browser.value(of: PageInspection.fits) == "true", "\(name)")
                // There is nothing to open where nothing was measured.
                if name != "failed" { try await open(in: browser, by: "Expand all") }
                #expect(try await browser.value(of: PageInspection.fits) == "true", "\(name)")
                #expect(try await browser.value(of: PageInspection.faintTexts) == "none", "\(name)")
                try await keep(browser.screenshot(), "report-\(name).png")
            }
            #expect(browser.complaints == [])
        }
    }

    @Test func `The download is the report, and a print shows all of it`() async throws {
        let made = try await LeakingRun()
        try await Browser.run { browser in
            try await browser.show(width: 794, height: 1_123, scheme: "dark", media: "print")
            try await browser.go(to: "file://\(made.page)")
            _ = try await browser.value(of: "document.readyState === 'complete' && document.getElementById('fold')")
            let data = try #require(
                Data(base64Encoded: try await browser.value(of: PageInspection.data(of: "outlive.json"))))
            #expect(try JSONDecoder().decode(Report.self, from: data) == made.report)
            let table = try #require(
                Data(base64Encoded: try await browser.value(of: PageInspection.data(of: "outlive.csv"))))
            #expect(String(decoding: table, as: UTF8.self).split(separator: "\r\n").count > made.report.samples.count)

            let folded = "document.querySelector('main details:not([open]) > :not(summary)')"
            #expect(try await browser.value(of: "String(\(folded).getBoundingClientRect().height > 0)") == "true")
            #expect(
                try await browser.value(of: "getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)")
            #expect(try await browser.value(of: "String(document.querySelector('nav').checkVisibility())") == "false")
            #expect(try await browser.value(of: PageInspection.faintTexts) == "none")
            #expect(try await browser.value(of: PageInspection.fits) == "true")
        }
    }

    @Test func `Names that are markup are shown, and do nothing`() async throws {
        let scratch = try Scratch()
        var report = Report(
            toolVersion: "0", startedAt: "2026-01-02T03:04:05Z",
            machine: Machine(system: "s", architecture: "a", processor: nil, processors: 1, memoryBytes: 1),
            plan: Plan(launch: "<svg onload=document.title='x'>", ready: "notify", reset: nil, done: nil, seed: 1))
        let nasty = "</script><img src=x onerror=document.title='x'><script>document.title='x'</script>"
        report.failures = [Failure(.harness, nasty, output: nasty)]
        report.notes = [nasty]
        try JSONEncoder().encode(report).write(to: URL(fileURLWithPath: scratch.file("in.json")))
        let run = try await outlive("report", scratch.file("in.json"), "--report", "html=\(scratch.file("out.html"))")
        #expect(run.status == 0, "\(run.errors)")
        try await Browser.run { browser in
            try await browser.watch()
            try await browser.go(to: "file://\(scratch.file("out.html"))")
            _ = try await browser.value(of: "document.readyState === 'complete' && document.querySelector('.failure')")
            #expect(try await browser.value(of: "document.querySelector('.failure pre').textContent") == nasty)
            #expect(try await browser.value(of: "document.title").hasPrefix("Outlive: failed"))
            #expect(try await browser.value(of: "String(document.images.length + document.scripts.length)") == "1")
            #expect(browser.complaints == [])
            #expect(browser.requests.count == 1)
        }
    }

    /// Presses the button that opens and closes all, by its name.
    private func open(in browser: Browser, by name: String, thenCollapse: Bool = false) async throws {
        let button = "document.getElementById('fold')"
        for name in thenCollapse ? [name, "Collapse all"] : [name] {
            _ = try await browser.value(of: "\(button).textContent === '\(name)' && (\(button).click() || 'done')")
            let other = name == "Expand all" ? "Collapse all" : "Expand all"
            _ = try await browser.value(of: "\(button).textContent === '\(other)'")
        }
    }

    private func keep(_ picture: Data, _ name: String) throws {
        guard let directory = ProcessInfo.processInfo.environment["OUTLIVE_ARTIFACTS"] else { return }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try picture.write(to: URL(fileURLWithPath: directory).appendingPathComponent(name))
    }
}

/// The sample service with two leaks under both tiers, measured once for all tests.
private struct LeakingRun {
    private static let shared = Task { try await measured() }

    let scratch: Scratch
    let run: Run
    let report: Report
    let page: String

    init() async throws { self = try await Self.shared.value }

    private init(scratch: Scratch, run: Run) throws {
        self.scratch = scratch
        self.run = run
        page = scratch.file("report.html")
        report = try JSONDecoder().decode(
            Report.self, from: Data(contentsOf: URL(fileURLWithPath: scratch.file("report.json"))))
    }

    private static func measured() async throws -> LeakingRun {
        // Makes sure that the library of the heap tier is there.
        _ = try HeapTrial()
        let sample = try await SampleBench()
        let scratch = sample.scratch
        let launch =
            "'\(Built.noteService)' serve --port {port} --data '\(sample.data)' --leak timer --leak delegate-cycle"
        // The sources are found wherever the tests are started.
        let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path
        let run = try await Started(
            Built.outlive,
            [
                "bench", "--launch", launch, "--ready", "notify", "--reset", "signal:RTMIN+1", "--heap", "--pairs", "6",
                "--soak", "6", "--settle", "500ms", "--report", "json=\(scratch.file("report.json"))", "--report",
                "html=\(scratch.file("report.html"))",
            ], environment: ["GITHUB_WORKSPACE": checkout]
        ).end()
        return try LeakingRun(scratch: scratch, run: run)
    }
}
