import OutliveModel
import OutliveReport
import Testing

@Suite struct SummaryLineTests {
    @Test func `A clean run has the form that scripts search for`() {
        #expect(
            Report.clean.summaryLine
                == "reset 7.4x faster than relaunch, 95 % CI 7.1-7.8 (20 pairs); saves 61 s per 100 resets; 0 fallbacks; 0 leaks"
        )
    }

    @Test func `Two leaks, one fallback and one pair have the correct grammatical number`() throws {
        var report = Report.leaking
        report.findings = [report.findings[0], report.findings[0]]
        report.findings[1].fingerprint = "another"
        report.fallbacks = 1
        #expect(
            report.summaryLine
                == "reset 7.4x faster than relaunch, 95 % CI 7.1-7.8 (20 pairs); saves 61 s per 100 resets; 1 fallback; 2 leaks"
        )
        report.findings.removeLast()
        report.comparison?.pairs = 1
        report.comparison?.interval = nil
        report.fallbacks = 2
        #expect(
            report.summaryLine
                == "reset 7.4x faster than relaunch, no interval under 6 pairs (1 pair); saves 61 s per 100 resets; 2 fallbacks; 1 leak"
        )
    }

    @Test func `A slower reset turns the interval around and costs time`() {
        var report = Report.clean
        report.comparison = Comparison(
            pairs: 20, launch: .around(0.4, spread: 0.01), launchStop: .around(0.1, spread: 0.01),
            launchStart: .around(0.3, spread: 0.01), reset: .around(0.52, spread: 0.01), ratio: 0.4 / 0.52,
            interval: Interval(lower: 0.7, upper: 0.85))
        #expect(
            report.summaryLine
                == "reset 1.3x slower than relaunch, 95 % CI 1.2-1.4 (20 pairs); costs 12 s per 100 resets; 0 fallbacks; 0 leaks"
        )
    }

    @Test(arguments: [
        (1.04, "1.04x faster than relaunch, 95 % CI 0.98-1.10"),
        (31.26, "31.3x faster than relaunch, 95 % CI 29.4-33.1"),
        (412.3, "412x faster than relaunch, 95 % CI 388-437"),
    ])
    func `Ratios and savings have as many decimals as they need`(ratio: Double, text: String) {
        var report = Report.clean
        report.comparison?.ratio = ratio
        report.comparison?.interval = Interval(lower: ratio * 0.94, upper: ratio * 1.06)
        #expect(report.summaryLine.hasPrefix("reset \(text) ("))
    }

    @Test(arguments: [(0.0947 + 0.0312, "3.1 s"), (0.0947 + 0.000_45, "0.05 s")])
    func `Small savings keep their digits`(launch: Double, text: String) {
        var report = Report.clean
        report.comparison?.launch.median = launch
        #expect(report.summaryLine.contains("; saves \(text) per 100 resets;"))
    }

    @Test func `Every reason for a bad result is stated`() {
        var report = Report.bleeding
        #expect(report.summaryLine.hasSuffix("; 0 fallbacks; leaks not watched; state survived"))
        report.watch = .off
        report.interrupted = true
        report.plan.minimumSpeedup = 9
        report.failures = [Failure(.harness, "the disk\nis \u{1B}[1mfull")]
        #expect(
            report.summaryLine.hasSuffix(
                "; leaks not watched; state survived; under the gate of 9.0x; interrupted; failed: the disk is \\e[1mfull"
            ))
        report = .leaking
        #expect(report.summaryLine.hasSuffix("; 1 leak; 1 suspect"))
        report.plan.growth = .fail
        #expect(report.summaryLine.hasSuffix("; 1 suspect; growth of resident memory, live components"))
    }

    @Test func `Without measurements there is no result, and findings are stated nevertheless`() {
        var report = Report.bare
        #expect(report.summaryLine == "no result: nothing was measured")
        report.interrupted = true
        #expect(report.summaryLine == "no result: interrupted")
        report.failures = [Failure(.launch, "no such program"), Failure(.harness, "second")]
        #expect(report.summaryLine == "no result: no such program")
        report.watch = .watched
        report.findings = [Report.leaking.findings[0]]
        #expect(report.summaryLine == "no result: no such program; 1 leak")
    }
}
