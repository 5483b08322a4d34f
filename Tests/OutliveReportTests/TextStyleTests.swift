import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct TextStyleTests {
    static let reports = [
        Report.clean, .leaking, .bleeding, .failed, .interruptedEarly, .bare, .equivalent, .differing, .heapLeaking,
        .merged,
    ]

    @Test(arguments: reports)
    func `Without colour there is no escape, and with colour nothing else is added`(report: Report) {
        let plain = report.text()
        #expect(!plain.contains("\u{1B}"))
        let colored = report.text(TextStyle(color: true))
        #expect(colored.contains("\u{1B}["))
        let stripped = colored.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
        let lines = stripped.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.map { $0.replacing(#/ +$/#, with: "") }.joined(separator: "\n") == plain)
    }

    @Test(arguments: reports)
    func `Without Unicode all is ASCII`(report: Report) {
        var report = report
        report.findings.append(
            Finding(verdict: .leak, key: .named("Größe 名前 🙂", type: "T", line: 1), births: [], live: [1], warmup: 0))
        report.watch = .watched
        let text = report.text(TextStyle(unicode: false))
        #expect(text.utf8.count == text.unicodeScalars.count)
        #expect(text.contains(" Gr??e ?? ?: 0 alive"))
    }

    @Test(arguments: 0..<60)
    func `No line but the last is wider than allowed, for any names`(seed: Int) {
        var random = Random(state: UInt64(seed))
        let style = TextStyle(
            color: false, unicode: Bool.random(using: &random), width: [40, 80, 80, 132].randomElement(using: &random)!)
        let report = Report.random(using: &random)
        let text = report.text(style)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.last == "")
        for line in lines.dropLast(2) {
            #expect(columns(of: line) <= style.width, "\(line)")
            #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            #expect(line.last != " ")
        }
        #expect(String(lines[lines.count - 2]) == TextPage(style: style).legible(report.summaryLine))
    }

    @Test(arguments: 0..<20)
    func `No line for the log of a workflow is a command of its runner, at any place of a wrap`(seed: Int) {
        var random = Random(state: UInt64(seed))
        var report = Report.random(using: &random)
        report.notes = (0..<20).map {
            String(repeating: "x", count: 60 + $0) + " ::error file=x::y ##[error] ###[group]z"
        }
        let lines = report.text(TextStyle(isWorkflowLog: true)).split(separator: "\n")
        #expect(!lines.contains { $0.contains("##[") || $0.drop(while: \.isWhitespace).hasPrefix("::") })
        #expect(lines.contains { $0.drop(while: \.isWhitespace).hasPrefix(": :error") })
        #expect(report.text().contains("##[error]"))
    }

    @Test(arguments: [
        ("::error::a", ": :error::a"), ("\u{A0}\t ::a\n ::b", "\u{A0}\t : :a\n : :b"), ("a ::b", "a ::b"),
        ("a\r\r::b", "a\r\r: :b"), ("a##[error]b##[c", "a## [error]b## [c"), ("##[\u{301}", "## [\u{301}"),
        (":::\u{301}", ": ::\u{301}"),
        ("", ""), ("\n", "\n"), (" ", " "), (":", ":"),
    ])
    func `A command of a workflow's runner is broken up, and nothing else is changed`(text: String, shown: String) {
        #expect(Array(text.withoutWorkflowCommands.unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test func `A terminal too narrow for reading is treated as one of 40 columns`() {
        #expect(TextStyle(width: 3).width == 40)
    }

    @Test func `Texts are shortened at their least important part`() {
        #expect(elided("abcdefghij", to: 10, .tail) == "abcdefghij")
        #expect(elided("abcdefghijk", to: 10, .tail) == "abcdefghi…")
        #expect(elided("abcdefghijk", to: 10, .middle) == "abcde…hijk")
        #expect(elided("/usr/lib/swift/file.swift", to: 20, .head) == "…/swift/file.swift")
        #expect(elided("名前名前名前", to: 5, .tail) == "名前…")
        #expect(elided("abc", to: 0, .tail) == "")
        #expect(wrapped("aa bb cc", to: 5) == ["aa bb", "cc"])
        #expect(wrapped("/one/two/three", to: 9) == ["/one/two/", "three"])
        #expect(wrapped("", to: 9) == [""])
    }

    @Test(arguments: [
        (0, "0.00 µs"), (0.000_000_3, "0.30 µs"), (0.0199, "19.9 ms"), (0.999_9, "1.00 s"), (61.04, "61.0 s"),
        (1234, "1234 s"),
    ])
    func `Times and sizes have readable units`(seconds: Double, text: String) {
        #expect(Scale.seconds(seconds).text(seconds) == text)
    }

    @Test func `Long lists of findings, differences and lines are cut with a count`() {
        var report = Report.leaking
        report.findings = (1...500).map { number in
            var finding = report.findings[0]
            finding.fingerprint = "\(number)"
            return finding
        }
        report.stateDifferences = Array(
            repeating: StateDifference(cycle: 1, expected: "a", actual: String(repeating: "line\n", count: 100_000)),
            count: 9)
        let text = report.text()
        #expect(text.split(separator: "\n").count < 800)
        #expect(text.contains("… 450 more causes in the JSON report"))
        #expect(text.contains("… 6 more differences in the JSON report"))
        #expect(text.contains("more lines in the JSON report"))
    }
}

extension Report {
    /// A report whose texts are arbitrary.
    static func random(using random: inout Random) -> Report {
        func text(_ most: Int = 200) -> String {
            let alphabet: [Character] = [
                "a", "b", "Z", "0", ".", ":", "/", " ", " ", "<", ">", "(", ")", "\n", "\t", "\r", "\u{1B}", "\u{0}",
                "é",
                "名", "🙂", "👨‍👩‍👧", "\u{301}", "\u{202E}", "ﷺ", "-",
            ]
            return String(
                (0..<Int.random(in: 0...most, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
        }
        var report = Bool.random(using: &random) ? Report.leaking : .bleeding
        report.plan.launch = text()
        report.plan.work = text()
        report.machine.system = text()
        report.failures = [Failure(.command, text(), output: text(2_000))]
        report.notes = [text(), text()]
        report.watch = .watched
        report.fallbacks = .random(in: 0...3, using: &random)
        report.stateDifferences.append(StateDifference(cycle: 1, expected: text(2_000), actual: text(2_000)))
        report.fidelity = Fidelity(
            resets: 72, launches: 3,
            results: FidelityCheck.allCases.map { check in
                let differences = [nil, text()].map { reason in
                    FidelityDifference(
                        subject: text(), launched: text(), reset: text(), firstCycle: 1, reason: reason)
                }
                return FidelityResult(check: check, differences: differences)
            })
        report.heap = HeapSummary(cycles: (0...20).map(HeapCycle.after), frames: 0)
        report.findings += Verdict.allCases.map { verdict in
            Finding(
                tier: Tier.allCases.randomElement(using: &random)!, verdict: verdict,
                key: ComponentKey(
                    name: text(), type: text(), site: RegistrationSite(fileID: text(), line: 1, column: 1),
                    lifetime: .process(reason: text())),
                births: [Birth(generation: 1, count: .random(in: 1...9_999_999, using: &random))],
                live: (0..<30).map { _ in Int.random(in: 0...1_000_000, using: &random) }, warmup: 2, lateSeconds: 1e9,
                retainCount: 3, bytes: .random(in: 0...1 << 40, using: &random),
                backtrace: Backtrace(
                    frames: (0..<12).map { _ in
                        Frame(
                            module: text(), buildID: text(), offset: .max,
                            symbols: Bool.random(using: &random)
                                ? [] : [Symbol(function: text(), file: text(), line: 7)])
                    }),
                fingerprint: text(),
                traces: [
                    LeakTrace(
                        shape: .path, steps: (0..<15).map { _ in TraceStep(kind: .object, name: text()) },
                        culprit: Suspect(name: text(), step: 3, pattern: .overRetain))
                ])
        }
        return report
    }
}

/// The same numbers for the same seed: splitmix64.
struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
