import Foundation
import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct MarkdownTests {
    @Test(arguments: [
        ("a", "`a`"), ("a`b", "``a`b``"), ("`a", "`` `a ``"), ("a`", "`` a` ``"), ("``", "``` `` ```"), ("", ""),
    ])
    func `Backticks within code are distinct from those around it`(text: String, markdown: String) {
        #expect(markdownCode(text) == markdown)
    }

    @Test(arguments: 0..<8)
    func `Blocks of code and closed parts end, and rows have equal cells, for any report`(seed: Int) {
        var random = Random(state: UInt64(seed))
        var report = Report.random(using: &random)
        report.fidelity = Report.differing.fidelity
        report.fidelity?.add(
            .environment,
            FidelityDifference(subject: "a|b\\|`c``", launched: "|", reset: "\\\\|\n|", firstCycle: 1))
        check(text(report))
    }

    @Test func `Fences, bars, mentions and HTML from outside are shown literally`() {
        var report = Report.leaking
        report.findings[0].key.name = "a|`b``<img src=x>@all"
        report.failures = [
            Failure(
                .launch, "cannot run <script>alert(1)</script> for @all, *now* | `x`",
                output: "```\n</details>\n````\n<b>\n")
        ]
        let text = text(report)
        check(text)
        #expect(
            text.contains(
                #"cannot run &lt;script&gt;alert(1)&lt;/script&gt; for @&#8203;all, \*now\* \| \`x\`"#))
        #expect(text.contains(#"| **leak** | Session.onEvent keeps 72 a\|\`b\`\`&lt;img src=x&gt;@&#8203;all | "#))
        #expect(text.contains("<summary>Session.onEvent keeps 72 a|`b``&lt;img src=x&gt;@&#8203;all</summary>"))
        #expect(text.contains("\n`````text\nthe application printed last:\n| ```\n| </details>\n| ````\n"))
    }

    @Test(arguments: [
        ("see https://evil.example/x", "see https:&#8203;//evil.example/x"),
        ("HTTP://evil.example, ftp://x.y", "HTTP:&#8203;//evil.example, ftp:&#8203;//x.y"),
        ("www.evil.example and WWW.x.y", "www&#8203;.evil.example and WWW&#8203;.x.y"),
        ("mailto:a.b@evil.example", "mailto:a.b@&#8203;evil.example"), ("@all", "@&#8203;all"),
        ("fixes #12 and GH-12, but not # 12", "fixes \\#&#8203;12 and GH-&#8203;12, but not \\# 12"),
        ("https://\u{301}x @\u{301}x", "https:&#8203;//\u{301}x @&#8203;\u{301}x"),
        ("Module.Type: 12 // www", "Module.Type: 12 // www"),
    ])
    func `Prose from outside has no URL, mail address, mention or number of an issue that becomes a link`(
        text: String, markdown: String
    ) {
        #expect(markdownProse(text) == markdown)
        #expect(markdownDetails(text, []).contains("<summary>\(markdown.replacing("\\#", with: "#"))</summary>"))
    }

    @Test func `The name of an arm from a stored report is no markup or link`() throws {
        let json = String(decoding: try JSONEncoder().encode(Report.arms), as: UTF8.self)
        let report = try JSONDecoder().decode(
            Report.self, from: Data(json.replacing("truncate", with: "<b>https:\\/\\/x|y").utf8))
        #expect(text(report).contains("&lt;b&gt;https:&#8203;//x"))
        // Between backticks the name is shown as it is.
        let prose = text(report).replacing(#/`[^`]*`/#, with: "")
        #expect(!prose.contains("<b>") && !prose.contains("https://x"), "\(prose)")
    }

    @Test func `A page stays under the limit of GitHub, states what it leaves out, and is complete`() {
        var report = Report.leaking
        let megabyte = String(repeating: "`<|\u{1B}", count: 1 << 18)
        report.failures = [Failure(.command, "many", output: megabyte)]
        report.notes = [megabyte]
        report.findings = (0..<300).map { line in
            var finding = report.findings[0]
            finding.key.name = String(repeating: "n|`", count: 1_000)
            finding.key.site.line = line
            finding.fingerprint = "\(line)"
            return finding
        }
        report.stateDifferences = [StateDifference(cycle: 1, expected: "y", actual: "x\n" + megabyte)]
        let text = text(report)
        check(text)
        #expect(text.utf8.count <= 900 * 1024)
        #expect(text.hasPrefix("## ❌ Outlive: failed\n"))
        #expect(text.contains("… 200 more in the JSON report."))
    }

    @Test func `A variable has the line that declares it beside its name`() {
        let text = text(.changedStatics)
        check(text)
        #expect(text.contains(#"| `static Flags.beta` declared at Flags\_beta.swift:12 | `false` |"#))
        #expect(text.contains("| `Cache.shared.entries` | "))
    }

    @Test func `Parts that do not fit are left out entirely, with a note`() {
        var report = Report.failed
        report.failures = (0..<100).map { _ in
            Failure(
                .command, String(repeating: "<", count: 2_000),
                output: String(repeating: String(repeating: "名", count: 200) + "\n", count: 20))
        }
        let text = text(report)
        check(text)
        #expect(text.utf8.count <= 900 * 1024)
        #expect(text.hasSuffix("\n*Some parts are left out, as they would be too long: see the JSON report.*\n"))
    }

    @Test(arguments: [
        (Report.clean, "## ✅ Outlive: clean"), (.leaking, "## ❌ Outlive: not clean"),
        (.failed, "## ❌ Outlive: failed"),
    ])
    func `The verdict comes first`(report: Report, heading: String) {
        #expect(text(report).hasPrefix("\(heading)\n\n\(markdownProse(report.summaryLine))\n"))
    }

    private func text(_ report: Report) -> String {
        String(decoding: (try? ReportFormat.markdown.bytes(for: report)) ?? [], as: UTF8.self)
    }

    /// Reads the page as far as its blocks: fences, closed parts, tables.
    private func check(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        var fence: [UInt8]?
        var depth = 0
        var cells: Int?
        // By bytes: a mark that combines with a bar makes another character of it, and still another cell.
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init) {
            if let open = fence {
                if line == open { fence = nil }
                continue
            }
            if line.starts(with: "```".utf8) {
                fence = Array(line.prefix { $0 == UInt8(ascii: "`") })
            } else if line.starts(with: "<details><summary>".utf8) {
                depth += 1
            } else if line == Array("</details>".utf8) {
                depth -= 1
            }
            #expect(depth == 0 || depth == 1, sourceLocation: sourceLocation)
            if line.first == UInt8(ascii: "|") {
                let count = line.replacing("\\|".utf8, with: []).count { $0 == UInt8(ascii: "|") }
                #expect(
                    count == cells ?? count, "\(String(decoding: line, as: UTF8.self))", sourceLocation: sourceLocation)
                cells = count
            } else {
                cells = nil
            }
        }
        #expect(fence == nil, sourceLocation: sourceLocation)
        #expect(depth == 0, sourceLocation: sourceLocation)
    }
}
