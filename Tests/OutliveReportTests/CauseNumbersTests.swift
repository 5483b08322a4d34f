import Foundation
import Testing

@testable import OutliveModel
@testable import OutliveReport

/// One number for one thing: the count, size and rate of each cause, added up over all formats.
struct CauseNumbersTests {
    /// The numbers of causes: those of each, and their sums.
    struct Numbers: Equatable, CustomStringConvertible {
        var objects = 0
        var bytes = 0
        var rate = 0

        var description: String { "\(objects) objects, \(bytes) B, \(rate) B per cycle" }

        static func + (one: Numbers, other: Numbers) -> Numbers {
            Numbers(
                objects: one.objects + other.objects, bytes: one.bytes + other.bytes, rate: one.rate + other.rate)
        }
    }

    /// The recorded runs, alone and merged with others.
    static let runs: [(name: String, report: Report)] = [
        ("clean", .clean), ("leaking", .leaking), ("bleeding", .bleeding), ("differing", .differing),
        ("failed", .failed), ("heap", .heapLeaking), ("traced", .traced), ("known", .knownLeaks), ("arms", .arms),
        ("two sites", twoSites), ("containers", containers),
    ]
    static let merged: [(name: String, report: Report)] =
        [("merged", .merged)]
        + runs.flatMap { name, report in
            [
                ("\(name), merged alone", report.asMerged),
                ("\(name), merged with unrelated runs", report.asMerged.merged(with: unrelated.asMerged)),
                ("\(name), merged with a longer run", report.asMerged.merged(with: report.longer.asMerged)),
            ]
        }
    static let all = runs + merged

    private static var unrelated: Report {
        var report = Report.clean
        report.startedAt = "2026-05-01T00:00:00Z"
        return report
    }

    /// Two findings with one fingerprint, at two lines.
    private static var twoSites: Report {
        var report = Report.traced
        var other = report.findings[0]
        other.key.site.line = 99
        other.retainedBytes = 20_000
        report.findings.insert(other, at: 1)
        return report
    }

    /// A container that grows, with what is in it.
    private static var containers: Report {
        var report = Report.traced
        report.findings[0].unit = .bytes
        return report
    }

    private func sum(_ numbers: [Numbers]) -> Numbers { numbers.reduce(Numbers(), +) }

    /// The numbers of the model, from which all others come.
    private func model(_ causes: [Cause]) -> [Numbers] {
        causes.map { Numbers(objects: $0.objects, bytes: $0.bytes ?? 0, rate: $0.bytesPerCycle) }
    }

    private func causes(_ report: Report) -> [Cause] { Presentation(report).causes }

    private func text(_ format: String, _ report: Report) throws -> String {
        String(decoding: try #require(ReportFormat.named(format)).bytes(for: report), as: UTF8.self)
    }

    private func object(_ text: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test(arguments: all.map(\.name))
    func `JSON, SARIF and the lines for databases have the numbers of the model`(name: String) throws {
        let report = try #require(Self.all.first { $0.name == name }?.report)
        let causes = causes(report)
        let expected = model(causes)
        let json = try #require(try object(text("json", report))["causes"] as? [[String: Any]])
        #expect(json.map(Numbers.read("objects", "bytes", "bytesPerCycle")) == expected)
        let run = try #require((try object(text("sarif", report))["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]]).filter { result in
            let rule = result["ruleId"] as? String ?? ""
            return (rule.hasPrefix("leak") || rule == "suspect") && result["suppressions"] == nil
        }
        let properties = results.compactMap { $0["properties"] as? [String: Any] }
        #expect(properties.map(Numbers.read("objects", "bytes", "bytesPerCycle")) == expected)
        let rows = try text("ndjson", report).split(separator: "\n").map(object).filter { row in
            row["kind"] as? String == "cause" && row["accepted"] as? Bool == false
        }
        for (cause, numbers) in zip(causes, expected) {
            let own = rows.filter { $0["fingerprint"] as? String == cause.fingerprint }
                .map(Numbers.read("objects", "bytes", "bytes_per_cycle"))
            // A row for each run: the amounts add up, and the rate is one.
            #expect(sum(own).objects == numbers.objects && sum(own).bytes == numbers.bytes, "\(cause.title)")
            #expect(Set(own.map(\.rate)) == [numbers.rate], "\(cause.title)")
        }
    }

    @Test(arguments: all.map(\.name), ["text", "html", "markdown", "junit"])
    func `What people read has the numbers of the model`(name: String, format: String) throws {
        let report = try #require(Self.all.first { $0.name == name }?.report)
        let causes = causes(report)
        let isPage = format == "html"
        // Without the marks of emphasis and the line breaks of a narrow page.
        let shown = try text(format, report).replacing("&#39;", with: "'").replacing("&gt;", with: ">")
            .replacing("&lt;", with: "<").replacing("&amp;", with: "&")
            .replacing(/[ \n│|]+/, with: " ")
        let sizes =
            isPage
            ? shown.matches(of: /<\/h3> <span class="note">([^<]*)<\/span>/).map { String($0.1) }
            : shown.matches(of: /bytes ([0-9.]+ [kMG]?B(?:, [0-9.]+ [kMG]?B more with every cycle)?)/)
                .map { String($0.1) }
        let known = Presentation(report).accepted.compactMap(\.bytesDescription)
        // A terminal has ten causes in full.
        let words = causes.prefix(format == "text" ? 10 : causes.count).compactMap(\.bytesDescription)
        #expect(sizes.filter { !known.contains($0) } == words)
        if isPage { for cause in causes { #expect(shown.contains("<code>\(cause.title)</code>"), "\(cause.title)") } }
        // The sum of the headline is that of the tables.
        let leaks = causes.filter { $0.verdict == .leak }
        guard !leaks.isEmpty, report.heap != nil else { return }
        let rows = leaks.flatMap(\.leaked)
        for (unit, noun) in [(LiveUnit.objects, "object"), (.blocks, "block"), (.bytes, "growing container")] {
            let count = rows.filter { $0.unit == unit }.reduce(0) { $0 + $1.objects }
            if count > 0 { #expect(shown.contains("\(count) \(noun)")) }
        }
        let rate = sum(model(leaks)).rate
        if rate > 0 { #expect(shown.contains("\(bytesText(rate)) per cycle")) }
    }

    @Test(arguments: all.map(\.name))
    func `The figures of a workflow and the titles of its annotations have the numbers of the model`(
        name: String
    ) throws {
        let report = try #require(Self.all.first { $0.name == name }?.report)
        let leaks = causes(report).filter { $0.verdict == .leak }
        let data = Data(try text("customSmallerIsBetter", report).utf8)
        let figures = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        let perCycle = figures.first { $0["name"] as? String == "leaked per cycle" }?["value"] as? Int
        if report.heap != nil { #expect(perCycle == sum(model(leaks)).rate) }
        let annotations = try text("github", report).replacing("%3A", with: ":").replacing("%2C", with: ",")
        let errors = annotations.split(separator: "\n").filter { $0.hasPrefix("::error") }
        let titles = errors.compactMap { $0.firstMatch(of: /title=Leak: (.*?)::/).map { String($0.1) } }
        // A workflow shows ten errors.
        #expect(titles.count == leaks.count || errors.count == 10)
        #expect(titles == leaks.prefix(titles.count).map(\.title))
    }

    @Test(arguments: all.map(\.name))
    func `A comparison has the numbers of both reports`(name: String) throws {
        let report = try #require(Self.all.first { $0.name == name }?.report)
        var comparison = ReportComparison(
            toolVersion: "0", policy: ComparisonPolicy(), old: ComparedReport(report, name: "a"),
            new: ComparedReport(report, name: "b"))
        comparison.leaks = ReportComparison.leaks(from: report, to: report)
        let document = try object(String(decoding: ComparisonFormat.json.bytes(for: comparison), as: UTF8.self))
        let leaks = try #require(document["leaks"] as? [[String: Any]])
        let causes = causes(report)
        let amount = causes.reduce(0) { $0 + $1.amountInUnit }
        for side in ["old", "new"] {
            let compared = leaks.compactMap { $0[side] as? [String: Any] }.filter { leak in
                leak["known"] == nil && ["leak", "suspect"].contains(leak["verdict"] as? String)
            }
            let total = sum(compared.map(Numbers.read("objects", "bytes", "")))
            #expect(total.objects == amount && total.bytes == sum(model(causes)).bytes, "\(side)")
        }
    }

    @Test(arguments: runs.map(\.name))
    func `The explorer has the numbers of the run`(name: String) throws {
        let report = try #require(Self.runs.first { $0.name == name }?.report)
        let facts = SnapshotFacts(file: "now", processID: 1, executable: "", time: 0)
        var picture = HeapPicture(
            report: SnapshotReport(toolVersion: "0", snapshot: facts, notes: []), retained: RetainedGroup(name: "all"))
        picture.judged = (causes(report), 12)
        let page = String(decoding: HeapExplorer(picture).bytes, as: UTF8.self)
        let sizes = page.matches(of: /<\/h3> <span class="note">([^<]*)<\/span>/).map { String($0.1) }
        #expect(sizes == causes(report).compactMap { $0.bytes.map(bytesText) })
    }

    @Test func `A comparison of two snapshots has the size of everything that grew by a cause`() throws {
        let facts = SnapshotFacts(file: "now", processID: 1, executable: "", time: 0, objects: 5_251)
        var report = SnapshotReport(toolVersion: "0", snapshot: facts, notes: [])
        report.growth = SnapshotGrowth(since: facts, types: [])
        report.traces = [("App.Record", 250, 16_000), ("App.Name", 5_000, 240_000), ("App.Table", 1, 1_050_000)].map {
            TypeTraces(
                type: HeapType(name: $0.0, kind: .object), objects: $0.1, bytes: $0.2, traces: [.stored],
                victimOf: $0.0 == "App.Record" ? nil : "0f1e")
        }
        let page = HeapExplorer(HeapPicture(report: report, retained: RetainedGroup(name: "all"))).bytes
        #expect(String(decoding: page, as: UTF8.self).contains("</h3> <span class=\"note\">1.31 MB</span>"))
        let text = String(decoding: try ListingFormat.text.bytes(for: report), as: UTF8.self)
        #expect(text.replacing(/\s+/, with: " ").contains("250 Record, 1.31 MB "), "\(text)")
        let json = try object(String(decoding: ListingFormat.json.bytes(for: report), as: UTF8.self))
        let causes = try #require(json["causes"] as? [[String: Any]])
        #expect(causes.map { $0["bytes"] as? Int } == [1_306_000])
    }

    @Test(arguments: runs.map(\.name))
    func `A merge with unrelated runs leaves the numbers of a cause, and a second run adds its own`(
        name: String
    ) throws {
        let report = try #require(Self.runs.first { $0.name == name }?.report)
        func numbers(_ report: Report) -> [String: Numbers] {
            let causes = causes(report)
            return Dictionary(zip(causes.map(\.fingerprint), model(causes)), uniquingKeysWith: +)
        }
        let alone = numbers(report.asMerged)
        #expect(numbers(report.asMerged.merged(with: Self.unrelated.asMerged)) == alone)
        let both = numbers(report.asMerged.merged(with: report.longer.asMerged))
        let second = numbers(report.longer.asMerged)
        for (fingerprint, sum) in both {
            guard let first = alone[fingerprint], let other = second[fingerprint] else { continue }
            #expect(sum.objects == first.objects + other.objects && sum.bytes == first.bytes + other.bytes)
        }
    }
}

extension CauseNumbersTests.Numbers {
    /// Reads the numbers of a JSON object; a missing one is 0.
    fileprivate static func read(_ objects: String, _ bytes: String, _ rate: String) -> ([String: Any]) -> Self {
        { row in
            Self(
                objects: row[objects] as? Int ?? 0, bytes: row[bytes] as? Int ?? 0, rate: row[rate] as? Int ?? 0)
        }
    }
}

extension Report {
    /// A later run of the same program, in which each cause left twice as much.
    fileprivate var longer: Report {
        var report = self
        report.startedAt = "2026-04-01T00:00:00Z"
        for index in report.findings.indices {
            for birth in report.findings[index].births.indices { report.findings[index].births[birth].count *= 2 }
            report.findings[index].live = report.findings[index].live.map { 2 * $0 }
            report.findings[index].bytes = report.findings[index].bytes.map { 2 * $0 }
            report.findings[index].retainedBytes = report.findings[index].retainedBytes.map { 2 * $0 }
        }
        return report
    }
}
