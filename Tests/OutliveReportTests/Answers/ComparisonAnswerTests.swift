import Testing

@testable import OutliveModel
@testable import OutliveReport

/// The comparison of two reports as an answer.
@Suite struct ComparisonAnswerTests {
    private func answers(_ old: Report, _ new: Report, _ changes: [Change]) -> ComparisonAnswers {
        ComparisonAnswers(from: old, to: new) { old, new in
            var comparison = ReportComparison(
                toolVersion: "1", policy: ComparisonPolicy(), old: ComparedReport(old, name: "a"),
                new: ComparedReport(new, name: "b"))
            comparison.leaks = zip(old.causes, changes).map { cause, change in
                let leak = ReportedLeak(verdict: .leak, objects: 3, fails: true)
                return ComparedLeak(
                    change: change, tier: .heap, key: cause.leader.key, fingerprint: cause.fingerprint,
                    culprit: cause.culprit?.name, old: leak, new: change == .fixed ? nil : leak)
            }
            return comparison
        }
    }

    private func alone(_ report: Report) -> Report {
        var report = report
        report.findings = report.causes.prefix(1).flatMap(\.findings)
        return report
    }

    @Test func `A cause is gone if the comparison says that it is fixed`() {
        let old = alone(.traced)
        var new = old
        new.findings = []
        let text = answers(old, new, [.fixed]).isGone("1").text
        #expect(text.hasPrefix("yes: the cause of the earlier report is gone\ngone: "), "\(text)")
    }

    @Test func `A type that leaks by another reference is not gone`() {
        let old = alone(.traced)
        let text = answers(old, old, [.fixed]).isGone(nil).text
        #expect(
            text.hasPrefix("no: the cause of the earlier report is not gone\ngone by this reference, but "), "\(text)")
    }

    @Test func `A run that failed, or has no comparison, shows nothing`() {
        let old = alone(.traced)
        var new = old
        #expect(answers(old, new, [.notCompared]).isGone("1").text.hasPrefix("unknown: the runs cannot be compared"))
        new.failures = [Failure(.died, "token=secret")]
        let text = answers(old, new, [.fixed]).isGone("1").text
        #expect(text.hasPrefix("unknown: the run failed: the application died"), "\(text)")
        #expect(!text.contains("secret"))
    }

    @Test func `A shorter run is noted, and a cause that is not listed is named`() {
        let old = alone(.traced)
        var new = old
        new.soak.removeLast(2)
        let answers = answers(old, new, [.unchanged])
        #expect(answers.isGone("1").text.contains("only \(new.soak.count) cycles, and \(old.soak.count) in the"))
        #expect(answers.isGone("9").text == "there is no cause '9': there are 1 to 1\nnext: leaks")
    }
}
