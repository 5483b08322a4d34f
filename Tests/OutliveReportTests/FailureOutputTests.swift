import OutliveModel
import Testing

@testable import OutliveReport

/// What a program printed before it failed, the end of which is the reason.
@Suite struct FailureOutputTests {
    private static let reason =
        "/a/folder/with/a/rather/long/path/to/unprivileged.sh: line 5: /another/long/path/to/"
        + "template/initdb: No such file or directory"

    private static var failed: Report {
        var report = Report.failed
        report.failures = [Failure(.notReady, "it ended", output: "starting\n    \(reason)\n")]
        return report
    }

    @Test(arguments: [60, 80, 200])
    func `Output of a program wraps, and keeps its blanks`(width: Int) throws {
        let text = Self.failed.text(TextStyle(width: width))
        let start = try #require(text.firstRange(of: "| starting\n"))
        let lines = text[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { !$0.isEmpty }
        #expect(lines.allSatisfy { columns(of: $0) <= width })
        #expect(lines.first?.hasPrefix("    |     /a/folder") == true)
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("      ") })
        // A line may end with a blank, which is not written.
        #expect(lines.map { $0.dropFirst(6) }.joined().filter { $0 != " " } == Self.reason.filter { $0 != " " })
    }

    @Test func `The page wraps output, and has its end`() throws {
        let page = try Self.failed.page()
        #expect(page.contains("<pre class=\"output\">starting\n    \(Self.reason)</pre>"))
        #expect(PageAssets.ofReport.style.contains("pre.output { white-space: pre-wrap;"))
    }

    @Test func `Of a very long line the middle is left out`() {
        var report = Self.failed
        report.failures[0] = Failure(
            .notReady, "it ended", output: String(repeating: "noise ", count: 20_000) + "the reason\n")
        let text = report.text()
        #expect(text.contains("the reason\n") && text.utf8.count < 10_000)
    }
}
