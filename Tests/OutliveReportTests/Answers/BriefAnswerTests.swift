import OutliveModel
import Testing

@testable import OutliveReport

/// The bounds of answers, whatever they are made of.
@Suite struct BriefAnswerTests {
    @Test func `Conclusions come first, then data, then what to ask next`() {
        let answer = BriefAnswer(
            "leaks", nil, "fix: release", data: ["a", "  b"], omitted: 2, next: ["cause 1", "types"])
        #expect(answer.text == "leaks\nfix: release\na\n  b\n… and 2 more\nnext: cause 1; types")
        #expect(BriefAnswer(conclusion: "nothing").text == "nothing")
    }

    @Test(arguments: [1, 7, 40, 400])
    func `An answer has at most 2000 bytes, and counts the data that it omits`(width: Int) throws {
        let data = (0..<900).map { "\($0) " + String(repeating: "ä", count: width) }
        let answer = BriefAnswer("leaks", data: data, next: ["cause 1"])
        #expect(answer.text.utf8.count <= BriefAnswer.maximumBytes)
        #expect(answer.text.utf8.count > BriefAnswer.maximumBytes - 700)
        let lines = answer.text.split(separator: "\n")
        #expect(lines.last == "next: cause 1")
        let left = try #require(lines.dropLast().last?.split(separator: " ").compactMap { Int($0) }.first)
        #expect(left == data.count - (lines.count - 3))
    }

    @Test func `Texts that are long, of many lines or of many marks stay within the bounds`() {
        let marks = "e" + String(repeating: "\u{301}", count: 5_000)
        let hostile = ["a\nb\u{1B}[2J", marks, String(repeating: "x", count: 9_000), "\u{202E}reversed", "\r\u{2028}"]
        for text in hostile {
            let answers = [
                BriefAnswer(text, text, text, data: [text, text], next: [text, text]),
                BriefAnswer(conclusion: text, next: [text]),
                ReportAnswers(.named(text)).leaks, ReportAnswers(.named(text)).cause(text),
                ReportAnswers(.named(text)).holders(of: text), [Cause]().answer(about: text, from: .run),
            ]
            for answer in answers {
                #expect(answer.text.utf8.count <= BriefAnswer.maximumBytes)
                let controls = answer.text.unicodeScalars.filter {
                    $0 != "\n" && [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
                }
                #expect(controls.isEmpty, "\(answer.text)")
            }
        }
    }
}

extension Report {
    /// A leak of a type with a name.
    fileprivate static func named(_ name: String) -> Report {
        var report = Report.traced
        for index in report.findings.indices {
            (report.findings[index].key.name, report.findings[index].key.type) = (name, name)
            report.findings[index].traces = report.findings[index].traces.map { $0.to(name) }
        }
        return report
    }
}
