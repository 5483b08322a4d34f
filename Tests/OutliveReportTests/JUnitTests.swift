import Foundation
import OutliveModel
import OutliveReport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct JUnitTests {
    @Test(arguments: 0..<8)
    func `Every report is well-formed XML, and its counts are those of its elements`(seed: Int) throws {
        var random = Random(state: UInt64(seed))
        let report = Report.random(using: &random)
        for report in [
            report, .clean, .equivalent, .differing, .leaking, .bleeding, .failed, .interruptedEarly, .bare,
            .heapLeaking,
        ] {
            let document = try JUnitDocument(report)
            #expect(document.count("testcase") == document.counts("tests"))
            for (element, attribute) in [("failure", "failures"), ("error", "errors"), ("skipped", "skipped")] {
                #expect(document.count(element) == document.counts(attribute), "\(attribute)")
                // The sum over the suites equals the count of the whole.
                #expect(document.counts(attribute, of: "testsuites") == document.counts(attribute), "\(attribute)")
            }
            let isClean = report.outcome == .clean
            #expect((document.count("failure") + document.count("error") == 0) == isClean)
        }
    }

    @Test func `Every component is one case, and one without findings passes`() throws {
        var report = Report.leaking
        let clean = ComponentKey.named("store", type: "NoteService.Store", line: 5)
        var twin = clean
        twin.site.line = 6
        report.components = report.findings.map(\.key) + [clean, twin]
        let names = try JUnitDocument(report).all("testcase").compactMap { $0.attributes["name"] }
        #expect(Set(names).count == names.count)
        #expect(
            names.filter { $0.contains("NoteService.Store ") || $0.contains("NoteService.Session ") } == [
                "Session.onEvent: NoteService.Session in NoteService/SessionStore.swift",
                "store: NoteService.Store in NoteService/SessionStore.swift:5:9",
                "store: NoteService.Store in NoteService/SessionStore.swift:6:9",
            ])
    }

    @Test func `Markup in text is preserved, and characters that XML forbids are spelled out`() throws {
        let name = "a]]>b <x y=\"1\" z='2'> & &amp; 🙂 \u{1B}[1m"
        var report = Report.leaking
        report.findings[0].key.name = name
        report.failures = [Failure(.launch, "cannot <run>\n\u{0}\u{FFFE}%0A", output: "one\r\ntwo ]]> \u{7}")]
        let document = try JUnitDocument(report)
        let message = document.all("failure").compactMap { $0.attributes["message"] }.first
        let words = "Session.onEvent keeps 72 a]]>b <x y=\"1\" z='2'> & &amp; 🙂 \\e[1m, registered"
        #expect(message?.hasPrefix(words) == true)
        let error = try #require(document.all("error").first)
        #expect(error.attributes["message"]?.hasPrefix("cannot <run> \\u{0}") == true)
        #expect(error.text.contains("| two ]]> \\u{7}"))
    }

    @Test func `A suspect fails its case only if it fails the run, and a leak does not if nothing fails`() throws {
        var report = Report.leaking
        func failing() throws -> [String] {
            try JUnitDocument(report).all("failure").compactMap { $0.attributes["type"] }
        }
        #expect(try failing() == ["leak"])
        report.plan.failOn = .suspect
        #expect(try failing() == ["leak", "suspect"])
        report.plan.failOn = .never
        #expect(try failing().isEmpty)
    }

    @Test func `Growth fails the case of its metric if it fails the run, and too few resets skip it`() throws {
        var report = Report.leaking
        report.findings = []
        #expect(try JUnitDocument(report).count("failure") == 0)
        report.plan.growth = .fail
        let document = try JUnitDocument(report)
        #expect(document.all("failure").compactMap { $0.attributes["type"] } == ["growth", "growth"])
        #expect(document.all("skipped").compactMap { $0.attributes["message"] } == ["too few resets to judge"])
        let names = document.all("testcase").compactMap { $0.attributes["name"] }
        #expect(names.filter { $0.hasPrefix("no growth of ") }.count == 5)
    }

    @Test func `The cases of merged runs have the same names in every commit`() throws {
        func names(_ day: String) throws -> [String] {
            var runs = Report.mergedRuns
            for index in runs.indices {
                runs[index].startedAt = day + runs[index].startedAt.dropFirst(day.count)
                (runs[index].plan.growth, runs[index].plan.minimumSpeedup) = (.fail, 2)
            }
            let merged = runs.dropFirst().reduce(runs[0].asMerged) { $0.merged(with: $1.asMerged) }
            return try JUnitDocument(merged).all("testcase").compactMap { $0.attributes["name"] }.sorted()
        }
        let first = try names("2026-01-02")
        #expect(try names("2026-01-03") == first)
        #expect(Set(first).count == first.count)
        #expect(first.contains("no growth of threads [Ubuntu 24.04 LTS, aarch64, 8 processors, 32.0 GB, 1]"))
        #expect(first.contains { $0.hasPrefix("reset is 2.0x faster than relaunch [Debian") })
    }

    @Test func `The case of the run has its duration, or in an older report the sum of the measured times`() throws {
        func time(_ report: Report) throws -> Double {
            let cases = try JUnitDocument(report).all("testcase")
            let run = try #require(cases.first { $0.attributes["name"] == "run completed" })
            return try #require(Double(run.attributes["time"] ?? ""))
        }
        var report = Report.arms
        #expect(try abs(time(report) - report.samples.reduce(0) { $0 + $1.seconds }) < 1e-5)
        report.seconds = 12.5
        #expect(try time(report) == 12.5)
        #expect(try time(.clean) > 4)
    }

    @Test func `An interrupted run of a merged report is an error, even with a leak`() throws {
        var report = Report.leaking
        report.interrupted = true
        #expect(try JUnitDocument(report.asMerged).all("error").map { $0.attributes["type"] } == ["interrupted"])
        #expect(report.asMerged.summaryLine.hasSuffix("; 1 run interrupted"))
    }

    @Test func `A check that was not made is skipped, and a difference that is only reported passes`() throws {
        var report = Report.differing
        report.plan.fidelity = .report
        report.plan.minimumSpeedup = nil
        report.stateDifferences = []
        report.fidelity?.results.removeAll { $0.check == .probe || $0.check == .maps }
        report.plan.probe = nil
        let document = try JUnitDocument(report)
        #expect(document.count("failure") == 0)
        #expect(document.count("skipped") == 2)
        #expect(document.all("system-out").contains { $0.text.contains("socket: 2-4 at launch → 75 after") })
        report.plan.fidelity = .fail
        #expect(
            try JUnitDocument(report).all("failure").compactMap { $0.attributes["type"] } == [
                "descriptors", "environment",
            ])
    }

    @Test func `A probe that could not be compared is not a passed case`() throws {
        var report = Report.clean
        report.failures = [Failure(.unstableProbe, "two launches differ")]
        let document = try JUnitDocument(report)
        #expect(document.count("skipped") == 1)
        #expect(document.count("error") == 1)
    }

    @Test func `The figures are properties, and the gate's time is the reset's`() throws {
        let document = try JUnitDocument(.equivalent)
        let properties = Dictionary(
            uniqueKeysWithValues: document.all("property").map { ($0.attributes["name"]!, $0.attributes["value"]!) })
        #expect(properties["ratio"] == "7.4023")
        #expect(properties["ratio.lower"] == "7.1201")
        #expect(properties["seed"] == "42")
        #expect(document.all("testcase").contains { $0.attributes["time"] == "0.094700" })
    }
}

/// A JUnit report, read back by a parser that is not ours.
private final class JUnitDocument: NSObject, XMLParserDelegate {
    struct Element {
        var name: String
        var attributes: [String: String]
        var text = ""
    }

    private(set) var elements: [Element] = []
    private var open: [Int] = []

    init(_ report: Report) throws {
        super.init()
        let parser = XMLParser(
            data: Data(try ReportFormat.junit.bytes(for: report, PresentationOptions(root: "/home/user"))))
        parser.delegate = self
        guard parser.parse() else { throw try #require(parser.parserError) }
    }

    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    func count(_ name: String) -> Int { all(name).count }

    /// The sum of a count that the suites, or the whole, give.
    func counts(_ attribute: String, of name: String = "testsuite") -> Int {
        all(name).reduce(0) { $0 + (Int($1.attributes[attribute] ?? "") ?? 0) }
    }

    func parser(
        _: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes))
    }

    func parser(_: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }

    func parser(_: XMLParser, foundCharacters text: String) {
        if let last = open.last { elements[last].text += text }
    }
}
