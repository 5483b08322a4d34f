import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct PlotTests {
    @Test(arguments: 0..<12)
    func `The plots of any report are in order and within bounds`(seed: Int) throws {
        var random = Random(state: UInt64(seed))
        var report = Report.random(using: &random)
        report.samples = (0..<Int.random(in: 0...60, using: &random)).map { .random($0, using: &random) }
        report.soak = (0..<Int.random(in: 0...700, using: &random)).map { _ in .random(using: &random) }
        report.slopes = Metric.allCases.map { metric in
            let ends = [Double.any(using: &random), .any(using: &random)]
            return Slope(
                metric: metric, perCycle: .any(using: &random), interval: Interval(lower: ends[0], upper: ends[1]),
                minimumEffect: .any(using: &random), cycles: 4)
        }
        report.comparison?.ratio = .any(using: &random)
        report.comparison?.interval = Interval(lower: .any(using: &random), upper: .any(using: &random))
        report.plan.minimumSpeedup = .any(using: &random)
        for index in report.findings.indices {
            report.findings[index].live = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                Int.random(in: -2...Int.random(in: 0...50, using: &random), using: &random)
            }
            report.findings[index].warmup = .random(in: -2...9, using: &random)
        }
        var merged = Report.ranOnFiveMachines
        for index in merged.shards.indices {
            merged.shards[index].machine.processor = report.machine.system
            merged.shards[index].startedAt = report.plan.launch
            merged.shards[index].comparison?.ratio = .any(using: &random)
            merged.shards[index].comparison?.interval = Interval(
                lower: .any(using: &random), upper: .any(using: &random))
        }
        let document = try PlotDocument(
            Presentation(report).distributionPlot, Presentation(report).samplePlot, Presentation(report).soakPlot,
            SurvivorHeatMap(report)?.figure, Presentation(merged).shardPlot)
        #expect(document.misplaced == [])
        #expect(document.brokenReferences == [])
    }

    @Test func `Plots have names and descriptions for screen readers`() throws {
        let document = try PlotDocument(
            Presentation(.measured).distributionPlot, Presentation(.measured).samplePlot,
            Presentation(.measured).soakPlot, SurvivorHeatMap(.measured)?.figure,
            Presentation(.ranOnFiveMachines).shardPlot, FleetHistory.fleet.figure)
        let pictures = document.all("svg").filter { $0.attributes["role"] == "img" }
        #expect(pictures.count == 9 + 2 + FleetHistory.fleet.rows.count)
        #expect(document.brokenReferences == [])
        #expect(document.misplaced == [])
        let words = document.all("desc").map(\.text)
        #expect(words.count == pictures.count && words.allSatisfy { $0.hasSuffix(".") || $0.contains("95 % CI") })
        #expect(words.first?.hasPrefix("relaunch: median 701 ms of 20, a quarter under ") == true)
    }

    @Test func `Without data there is no plot`() {
        #expect(Presentation(.bare).distributionPlot == nil)
        #expect(Presentation(.bare).soakPlot == nil)
        #expect(SurvivorHeatMap(.clean) == nil)
        #expect(Presentation(.clean).shardPlot == nil)
        #expect(Presentation(.ranOnFiveMachines).distributionPlot == nil)
        #expect(Presentation(.ranOnFiveMachines).soakPlot == nil)
    }

    @Test func `Every sample is a sign, and signs differ by kind`() throws {
        let document = try PlotDocument(Presentation(.measured).distributionPlot)
        func signs(_ kind: String) -> Int { document.all(kind: kind).count { $0.picture != nil } }
        #expect(signs("plot-measured") == 38)
        #expect(signs("plot-warmup") == 4)
        #expect(signs("plot-outlier") == 1)
        #expect(signs("plot-fallback") == 1)
        #expect(document.texts.contains("time until ready, in ms, logarithmic"))
        #expect(document.all("title").contains { $0.text == "reset, pair 13: 830 ms, fell back to a relaunch" })
        #expect(document.texts.contains("7.4x faster, 95 % CI 7.1-7.8, gate 5.0x passed"))
    }

    @Test func `A report without single samples is drawn from its summary`() throws {
        let document = try PlotDocument(Presentation(.clean).distributionPlot)
        #expect(document.all(kind: "plot-measured").isEmpty)
        // One in each arm, and one in the legend.
        #expect(document.all(kind: "plot-quartiles").count == 3)
        #expect(document.texts.contains("median 701 ms of 20"))
    }

    @Test func `A single sample, zero times and a missing interval are drawn as such`() throws {
        var report = Report.clean
        report.samples = [
            Sample(arm: .launch, order: 0, pair: 0, seconds: 0.5), Sample(arm: .reset, order: 1, pair: 0, seconds: 0),
        ]
        report.comparison?.interval = nil
        let document = try PlotDocument(Presentation(report).distributionPlot)
        #expect(document.all(kind: "plot-measured").count { $0.picture != nil } == 2)
        #expect(document.all(kind: "plot-quartiles").isEmpty && document.all(kind: "plot-median").isEmpty)
        #expect(document.texts.contains("0 s, measured once"))
        #expect(document.all(kind: "plot-unsure").count { $0.picture != nil } == 1)
        #expect(document.all(kind: "plot-interval").allSatisfy { $0.picture == nil })
        #expect(document.misplaced == [])
    }

    @Test func `Thousands of samples make a page of limited size`() throws {
        var random = Random(state: 5)
        var report = Report.clean
        report.samples = (0..<40_000).map { order in
            Sample(
                arm: order % 2 == 0 ? .launch : .reset, order: order, pair: order / 2,
                seconds: .random(in: 0.01...1, using: &random))
        }
        let html = try #require(Presentation(report).distributionPlot).html
        #expect(html.utf8.count < 1_000_000)
    }

    @Test func `A soak of ten thousand cycles is small, and keeps its extremes`() throws {
        let report = Report.soaked(cycles: 10_000)
        let plot = try #require(Presentation(report).soakPlot)
        #expect(plot.html.utf8.count < 60_000)
        let document = try PlotDocument(plot)
        #expect(document.misplaced == [])
        #expect(document.all(kind: "plot-reading").isEmpty)
        let bands = document.all(kind: "plot-range").filter { $0.picture != nil }
        #expect(bands.count == 4)
        // The slowest reset, 0.26 s of 0.05 to 0.3, in pixels from 120 up to 42.
        let slowest = report.soak.compactMap(\.seconds).max() ?? 0
        let y = pixels(((120 - (slowest - 0.05) / 0.25 * 78) * 10).rounded() / 10)
        #expect(bands[0].attributes["d"]?.contains(",\(y)L") == true)
        #expect(document.texts.contains("▲ grows: +0.0033 per reset"))
    }

    @Test func `A soak that falls back all the time stays small`() throws {
        var report = Report.soaked(cycles: 10_000)
        for index in report.soak.indices where index % 2 == 0 { report.soak[index].fellBack = true }
        #expect(try #require(Presentation(report).soakPlot).html.utf8.count < 250_000)
    }

    @Test func `A line of the soak ends with the process, and at missing readings`() throws {
        let document = try PlotDocument(Presentation(.measured).soakPlot)
        let lines = document.all(kind: "plot-line").filter { $0.picture != nil }
        // Reset time, memory, components, threads, descriptors.
        #expect(lines.map { $0.attributes["d"]?.count { $0 == "M" } } == [2, 3, 2, 3, 3])
        #expect(document.all(kind: "plot-break").count { $0.picture != nil } == 5)
        #expect(document.all("title").contains { $0.text == "cycle 9: fell back to a relaunch, 810 ms" })
    }

    @Test func `The storage of a container is bytes in every place of the map, and on a scale of its own`() throws {
        var report = Report.measured
        var container = report.findings[0]
        (container.tier, container.unit, container.key.name) = (.heap, .bytes, "entries")
        (container.live, container.warmup, container.fingerprint) = ([0, 960, 1920, 2880], 1, "0123456789abcdef")
        report.findings = [container]
        let document = try PlotDocument(SurvivorHeatMap(report)?.figure)
        #expect(document.texts.contains("leak, storage of 2.88 kB"))
        #expect(document.all("title").contains { $0.text == "cycle 4: storage of 2.88 kB" })
        #expect(document.all("td").map(\.text).suffix(3) == ["0 B", "2.88 kB", "2.88 kB"])
        #expect(!document.texts.contains { $0.contains("alive") })
    }

    @Test func `Leaks precede known ones, which are hatched, and numbers are a table`() throws {
        let document = try PlotDocument(SurvivorHeatMap(.measured)?.figure)
        let names = document.all(kind: "plot-label").map(\.text)
        #expect(names == ["session", "NoteService.Feed", "cache", "log"])
        #expect(document.all(kind: "plot-hatched").count == 2)
        #expect(document.texts.contains("known retained, 3 alive"))
        #expect(document.all("title").contains { $0.text == "cycle 72: 72 alive" })
        #expect(document.all("title").contains { $0.text == "cycle 1: 1 alive, warm-up" })
        #expect(document.all("tr").count == 5)
        #expect(document.all("td").prefix(5).map(\.text) == ["leak", "72", "2", "72", "72"])
    }

    @Test func `Long lists of findings are cut with a count, and names in the middle`() throws {
        var report = Report.heapLeaking
        let finding = report.findings[0]
        report.findings = (0..<100).map { number in
            var other = finding
            other.key.name = "NoteService." + String(repeating: "Long", count: 40) + "\(number)"
            other.live = (1...10_000).map { $0 * number }
            return other
        }
        let document = try PlotDocument(SurvivorHeatMap(report)?.figure)
        #expect(document.all(kind: "plot-row").count == SurvivorHeatMap.maximumRows)
        #expect(document.all("p").contains { $0.text == "59 findings more in the raw data." })
        #expect(document.all(kind: "plot-label").allSatisfy { $0.text.contains("…") && $0.text.hasPrefix("NoteS") })
        #expect(document.misplaced == [])
        #expect(try #require(SurvivorHeatMap(report)).figure.html.utf8.count < 500_000)
    }

    @Test func `Each run has its own ratio, and there is no common one`() throws {
        let document = try PlotDocument(Presentation(.ranOnFiveMachines).shardPlot)
        #expect(document.all(kind: "plot-estimate").count { $0.picture != nil } == 4)
        #expect(document.all(kind: "plot-unsure").count { $0.picture != nil } == 1)
        #expect(document.all("p").contains { $0.text == "Not drawn: 1 run without a ratio." })
        #expect(document.texts.contains("1.4x slower"))
        // Each label begins with what the table calls the run, wide or narrow.
        let labels = document.all(kind: "plot-label").map(\.text)
        #expect(labels.map { $0.prefix { $0 != "," } } == ["0", "0", "1", "1", "2", "2", "4", "4"])
        #expect(document.texts.contains("time of relaunch / time of reset, logarithmic"))
    }

    @Test func `No line is drawn through a line of text`() throws {
        var merged = Report.ranOnFiveMachines
        merged.shards[0].comparison?.ratio = 1.01
        var gated = Report.measured
        gated.plan.minimumSpeedup = 1.2
        let document = try PlotDocument(
            Presentation(gated).distributionPlot, SurvivorHeatMap(.measured)?.figure, Presentation(merged).shardPlot)
        #expect(document.struckTexts == [])
    }

    @Test func `Growth has the tone of its table: bad only if it fails the run`() throws {
        var report = Report.soaked(cycles: 3000)
        report.plan.growth = .report
        let reported = try PlotDocument(Presentation(report).soakPlot)
        #expect(reported.all(kind: "plot-grows").count == 1)
        #expect(reported.all(kind: "plot-warn").count == 1 && reported.all(kind: "plot-bad").isEmpty)
        report.plan.growth = .fail
        let failing = try PlotDocument(Presentation(report).soakPlot)
        #expect(failing.all(kind: "plot-bad").count == 1 && failing.all(kind: "plot-warn").isEmpty)
    }

    @Test func `Growth by design of libraries has no row, but is counted`() throws {
        var report = Report.heapLeaking
        var growth = report.findings[0]
        (growth.verdict, growth.key.lifetime) = (.expected, .process(reason: "by design"))
        report.findings = [growth]
        #expect(SurvivorHeatMap(report) == nil)
        report.findings += Report.leaking.findings.prefix(1)
        let document = try PlotDocument(SurvivorHeatMap(report)?.figure)
        #expect(document.all(kind: "plot-row").count == 1)
        #expect(document.all("p").contains { $0.text.hasPrefix("Not drawn: 1 kind of known growth of libraries,") })
    }

    @Test func `Rows of one name have their sites, and one trace of both tiers is one row`() throws {
        var report = Report.leaking
        var first = report.findings[0]
        (first.verdict, first.fingerprint) = (.leak, "abc")
        first.traces = [try #require(Report.traced.findings.lazy.compactMap(\.trace).first)]
        var heap = first
        heap.tier = .heap
        var second = first
        (second.key.site.line, second.fingerprint) = (first.key.site.line + 1, "def")
        report.findings = [first, heap, second]
        let document = try PlotDocument(SurvivorHeatMap(report)?.figure)
        let names = document.all(kind: "plot-wide").filter { $0.attributes["class"]?.contains("label") == true }
        let labels = names.isEmpty ? document.all(kind: "plot-label") : names
        #expect(labels.map(\.text) == [first, second].map { "\($0.key.name) at \($0.origin)" })
        #expect(document.texts.count { $0.hasPrefix("leak in both tiers, ") } == 1)
        #expect(document.texts.count { $0.hasPrefix("leak, ") } == 1)
    }

    @Test func `Every strength of colour differs from the ground and from the next in both schemes`() throws {
        let mixes = PageAssets.ofReport.style.matches(
            of: #/plot-heat-[1-5] \{ fill: color-mix\(in srgb, var\(--heat\) (\d+)%, var\(--(surface|ink)\)\)/#)
        try #require(mixes.count == HeatScale.maximum)
        let grounds = try #require(Ground.all(in: PageAssets.ofReport.style))
        for ground in grounds {
            let contrasts = mixes.map { mix in
                let share = (Double(mix.1) ?? 0) / 100
                return ground.heat.mixed(share, with: mix.2 == "ink" ? ground.ink : ground.surface)
                    .contrast(with: ground.surface)
            }
            // WCAG 2, section 1.4.11.
            #expect(contrasts[0] >= 3, "\(contrasts)")
            for (weak, strong) in zip(contrasts, contrasts.dropFirst()) {
                #expect(strong > 1.15 * weak, "\(contrasts)")
            }
        }
    }

    @Test func `Every class and every colour of the plots is in the style sheet of the page`() throws {
        let document = try PlotDocument(
            Presentation(.measured).distributionPlot, Presentation(.measured).samplePlot,
            Presentation(.measured).soakPlot, SurvivorHeatMap(.measured)?.figure,
            Presentation(.ranOnFiveMachines).shardPlot, FleetHistory.fleet.figure)
        let classes = Set(document.elements.flatMap { ($0.attributes["class"] ?? "").split(separator: " ") })
        // The table of numbers is one of the page's.
        #expect(classes.allSatisfy { $0 == "plot" || $0.hasPrefix("plot-") || ["scroll", "n", "stacks"].contains($0) })
        let known: Set = [
            "--ink", "--muted", "--line", "--surface", "--launch", "--reset", "--good", "--bad", "--warn", "--heat",
            "--arm", "--tone", "--third", "--fourth", "--fifth",
        ]
        let style = PageAssets.ofReport.style.split(separator: "\n").filter { $0.contains(".plot") }.joined()
        #expect(Set(style.matches(of: #/var\((--[a-z]+)/#).map { String($0.1) }).isSubset(of: known))
    }
}

extension Double {
    /// A number as a file may have it: any at all, or one that makes sense.
    fileprivate static func any(using random: inout Random) -> Double {
        let odd: [Double] = [
            .nan, .infinity, -.infinity, 0, -0.0, -1, .leastNonzeroMagnitude, 1e300, 1e15, 1e-12, 1, 1e-7,
        ]
        return Bool.random(using: &random) ? odd.randomElement(using: &random)! : .random(in: 0...10, using: &random)
    }
}

extension Sample {
    fileprivate static func random(_ order: Int, using random: inout Random) -> Sample {
        Sample(
            arm: [Arm.launch, .reset, .ping, .soak].randomElement(using: &random)!, order: order, pair: order / 2,
            warmup: Bool.random(using: &random), seconds: .any(using: &random), fellBack: Bool.random(using: &random),
            outlier: Bool.random(using: &random))
    }
}

extension SoakCycle {
    fileprivate static func random(using random: inout Random) -> SoakCycle {
        func number() -> Int { [.min, .max, -1, 0, 1, 7, 1_000_000].randomElement(using: &random)! }
        let vitals = Vitals(residentBytes: number(), threads: number(), descriptors: number())
        return SoakCycle(
            cycle: Bool.random(using: &random) ? number() : .random(in: 1...900, using: &random),
            seconds: Bool.random(using: &random) ? .any(using: &random) : nil,
            fellBack: Int.random(in: 0...9, using: &random) == 0,
            vitals: Bool.random(using: &random) ? vitals : nil,
            liveComponents: Bool.random(using: &random) ? number() : nil)
    }
}
