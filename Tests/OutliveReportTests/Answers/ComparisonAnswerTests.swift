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

    /// The answers about two reports whose leaks are compared as `outlive compare` does.
    private func compared(_ old: Report, _ new: Report) -> ComparisonAnswers {
        ComparisonAnswers(from: old, to: new) { old, new in
            var comparison = ReportComparison(
                toolVersion: "1", policy: ComparisonPolicy(), old: ComparedReport(old, name: "a"),
                new: ComparedReport(new, name: "b"))
            comparison.leaks = ReportComparison.leaks(from: old, to: new)
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

    @Test func `A leak of tests that did not run again is not compared, and no command is printed`() {
        var old = alone(.traced)
        old.plan.launch = "swift test --filter FirstTests"
        var new = old
        new.findings = []
        #expect(compared(old, new).answer.text.contains("leaks: 1 fixed\nfixed: "))
        new.plan.launch = "swift test --filter SecondTests"
        let text = compared(old, new).answer.text
        #expect(text.contains("leaks: 1 not compared\nthe two runs differ in the command: "), "\(text)")
        #expect(!text.contains("fixed") && !text.contains("--filter"), "\(text)")
        let fate = compared(old, new).isGone("1").text
        #expect(fate.hasPrefix("unknown: the two runs differ in the command: "), "\(fate)")
    }

    @Test func `A leak that other work did not show is not gone, and no work is printed`() {
        var old = alone(.traced)
        old.plan.work = "exec:./use-it first"
        var new = old
        new.findings = []
        #expect(compared(old, new).isGone(nil).text.hasPrefix("yes: "))
        new.plan.work = "exec:./use-it second"
        let text = compared(old, new).isGone(nil).text
        let reason = "the two runs differ in --work: run the soak with the options of the earlier report"
        #expect(text.hasPrefix("unknown: \(reason)\nunknown: "), "\(text)")
        #expect(!text.contains("use-it"), "\(text)")
        #expect(compared(old, new).answer.text.contains("\nthe two runs differ in --work: "))
        // What other work shows, too, is there.
        new.findings = old.findings
        #expect(compared(old, new).isGone(nil).text.hasPrefix("no: the cause of the earlier report is not gone\nstill"))
    }

    @Test func `A merged run repeats an earlier one if any of its runs has the same command and work`() {
        func report(_ launch: String, _ work: String) -> Report {
            var report = Report.traced
            (report.plan.launch, report.plan.work) = (launch, work)
            return report
        }
        func merged(_ reports: Report...) -> Report {
            var merged = reports[0]
            merged.shards = reports.flatMap(\.runs)
            return merged
        }
        let both = merged(report("app", "a"), report("app", "b"))
        #expect(both.partsNotRepeated(of: report("app", "b")) == [])
        #expect(report("app", "b").partsNotRepeated(of: both) == [.work])
        #expect(both.partsNotRepeated(of: report("other", "b")) == [.launch])
        let crossed = merged(report("app", "a"), report("other", "b"))
        #expect(crossed.partsNotRepeated(of: report("app", "b")) == [.launch, .work])
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
