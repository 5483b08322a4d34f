import OutliveModel
import Testing

@testable import OutliveReport

/// Reports of a package's tests.
@Suite struct LeakingTestsReportTests {
    @Test(arguments: ReportFormat.all.map(\.name))
    func `No format speaks of cycles, resets or soaks`(format: String) throws {
        // The rules, options and columns of the others are the same for every run; the page has explanations.
        guard !["json", "csv", "ndjson", "sarif", "html"].contains(format) else { return }
        for report in [Report.leakingTests, .cleanTests] {
            let text = String(decoding: try #require(ReportFormat.named(format)).bytes(for: report), as: UTF8.self)
            for word in ["reset", "every cycle", "by cycle", "born", "soak", "--work", "relaunch", "fallback"] {
                #expect(!text.contains(word), "\(word): \(text)")
            }
        }
    }

    @Test func `The last line has the tests that ran and those that leak`() {
        #expect(Report.cleanTests.summaryLine == "41 tests; 0 leaks")
        #expect(
            Report.leakingTests.summaryLine == "41 tests, some failed; 3 leaks, in 4 tests, 1 known; 1 stuck task")
    }

    @Test(arguments: [60, 80, 200])
    func `No line but the summary is wider than the terminal`(width: Int) {
        let lines = Report.leakingTests.text(TextStyle(width: width)).split(separator: "\n")
        for line in lines.dropLast() { #expect(columns(of: String(line)) <= width, "\(line)") }
    }

    @Test(arguments: [
        ("CartTests.total(of:)", "M.CartTests", "total(of:)"), ("total(of:)", "M", "total(of:)"),
        ("A.B.f(x:)", "M.A.B", "f(x:)"), ("A.`one. two.`()", "M.A", "`one. two.`()"), ("A.testIt", "M.A", "testIt"),
    ])
    func `A test is named by its suite and its function`(name: String, suite: String, function: String) {
        let found = LeakingTest(name: name, module: "M", certain: true).suiteAndFunction
        #expect(found.suite == suite)
        #expect(found.function == function)
    }

    @Test func `Merged runs of tests have the tests of all, each once`() throws {
        var other = Report.leakingTests
        other.startedAt = "2026-01-03T03:04:05Z"
        let added = LeakingTest(name: "OrderTests.all()", module: "ShopTests", certain: false)
        other.findings[0].tests?.append(added)
        other.tests?.status = 0
        let merged = Report.leakingTests.asMerged.merged(with: other.asMerged)
        let cause = try #require(merged.causes.first { $0.culprit?.name == "Summary.delegate" })
        #expect(cause.tests.map(\.name) == ["CartTests.empty()", "CartTests.total(of:)", "OrderTests.all()"])
        let start = "2 runs on 1 machine: 82 tests, some failed in 1 run; 3 leaks, in 4 tests"
        #expect(merged.summaryLine.hasPrefix(start))
        #expect(merged.text().contains("probably OrderTests.all() (ShopTests)"))
    }

    @Test func `A comparison names the tests of a new leak, and calls no leak fixed that other tests may have`() {
        func changes(_ old: Report, _ new: Report) -> [ComparedLeak] { ReportComparison.leaks(from: old, to: new) }
        let new = changes(.cleanTests, .leakingTests).filter { $0.change == .new }
        let cycle = new.first { $0.culprit == "Summary.delegate" }
        #expect(cycle?.tests?.clause == "in CartTests.empty(), CartTests.total(of:)")
        var others = Report.cleanTests
        others.plan.launch = "swift test --filter OtherTests"
        #expect(changes(.leakingTests, others).allSatisfy { $0.change == .notCompared })
        #expect(changes(.leakingTests, .cleanTests).allSatisfy { $0.change == .fixed })
    }
}
