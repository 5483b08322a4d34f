import Foundation
import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct SummaryLineTests {
    @Test func `A clean run has the form that scripts search for`() {
        #expect(
            Report.clean.summaryLine
                == "Reset: reset 7.4x faster than relaunch, 95 % CI 7.1-7.8 (20 pairs); saves 61 s per 100 resets; 0 fallbacks; 0 leaks"
        )
    }

    @Test func `Two leaks, one fallback and one pair have the correct grammatical number`() throws {
        var report = Report.leaking
        report.findings = [report.findings[0], report.findings[0]]
        report.findings[1].fingerprint = "another"
        report.fallbacks = 1
        #expect(
            report.summaryLine
                == "Restart: objects outlive the reset; reset 7.4x faster than relaunch, 95 % CI 7.1-7.8 (20 pairs); saves 61 s per 100 resets; 1 fallback; 2 leaks"
        )
        report.findings.removeLast()
        report.comparison?.pairs = 1
        report.comparison?.interval = nil
        report.fallbacks = 2
        #expect(
            report.summaryLine
                == "Restart: objects outlive the reset; reset not clearly faster or slower than relaunch, no interval under 6 pairs (1 pair); 2 fallbacks; 1 leak"
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
                == "Restart: reset 1.3x slower than relaunch, 95 % CI 1.2-1.4 (20 pairs); costs 12 s per 100 resets; 0 fallbacks; 0 leaks"
        )
    }

    @Test(arguments: [
        (1.08, "1.08x faster than relaunch, 95 % CI 1.02-1.14"),
        (31.26, "31.3x faster than relaunch, 95 % CI 29.4-33.1"),
        (412.3, "412x faster than relaunch, 95 % CI 388-437"),
    ])
    func `Ratios and savings have as many decimals as they need`(ratio: Double, text: String) {
        var report = Report.clean
        report.comparison?.ratio = ratio
        report.comparison?.interval = Interval(lower: ratio * 0.94, upper: ratio * 1.06)
        #expect(report.summaryLine.hasPrefix("Reset: reset \(text) ("))
    }

    @Test(arguments: [(0.0947 + 0.0312, "3.1 s"), (0.0947 + 0.000_45, "0.05 s")])
    func `Small savings keep their digits`(launch: Double, text: String) {
        var report = Report.clean
        report.comparison?.launch.median = launch
        #expect(report.summaryLine.contains("; saves \(text) per 100 resets;"))
    }

    @Test func `Every reason for a bad result is stated`() {
        var report = Report.bleeding
        #expect(report.summaryLine.hasSuffix("; 0 fallbacks; leaks not watched"))
        report.watch = .off
        report.interrupted = true
        report.plan.minimumSpeedup = 9
        report.failures = [Failure(.harness, "the disk\nis \u{1B}[1mfull")]
        #expect(
            report.summaryLine.hasSuffix(
                "; leaks not watched; state survived; gate not judged: the run failed; interrupted; failed: the disk is \\e[1mfull"
            ))
        report = .leaking
        #expect(report.summaryLine.hasSuffix("; 1 leak; 1 suspect"))
        report.plan.growth = .fail
        #expect(report.summaryLine.hasSuffix("; 1 suspect; growth of resident memory, live components"))
    }

    @Test func `An interval that contains 1 is no claim, and neither are medians without an interval`() {
        var report = Report.clean
        report.comparison?.ratio = 1.3
        report.comparison?.interval = Interval(lower: 0.9, upper: 2.2)
        #expect(
            report.summaryLine
                == "Either: reset not clearly faster or slower than relaunch, 95 % CI 0.9-2.2 (20 pairs); 0 fallbacks; 0 leaks"
        )
        report.comparison?.interval = nil
        #expect(report.summaryLine.hasPrefix("Unknown: reset not clearly faster or slower than relaunch, no interval"))
        for format in ["text", "markdown", "html", "junit", "github", "sarif"] {
            let bytes = try? ReportFormat.named(format)?.bytes(for: report, PresentationOptions())
            let text = String(decoding: bytes ?? [], as: UTF8.self)
            #expect(!text.contains("is 1.3x") && !text.contains("1.3x faster than") && !text.isEmpty, "\(format)")
        }
    }

    @Test func `A failed run has no ratio, and no answer`() {
        var report = Report.clean
        report.failures = [Failure(.died, "the application died")]
        #expect(
            report.summaryLine
                == "Unknown: the run failed; 20 pairs, no ratio from a failed run; 0 fallbacks; 0 leaks; failed: the application died"
        )
        expectNoRatio(report)
    }

    /// Expects that no format of a report of the clean run has its ratio.
    private func expectNoRatio(_ report: Report, sourceLocation: SourceLocation = #_sourceLocation) {
        for format in ReportFormat.all {
            let bytes = try? format.bytes(for: report, PresentationOptions())
            let text = String(decoding: bytes ?? [], as: UTF8.self)
            // JSON has all digits.
            #expect(
                !text.contains("7.4x") && !text.contains("faster than relaunch") && !text.contains(/"ratio" *:/)
                    && !text.isEmpty, "\(format.name)", sourceLocation: sourceLocation)
        }
    }

    @Test func `A reset that showed no effect is not praised`() {
        var report = Report.clean
        report.plan.probe = nil
        report.unshownResets = [.reset]
        #expect(
            report.summaryLine
                == "Unknown: nothing showed what the reset resets: add --probe, a command or URL that prints what the work changes; 0 fallbacks; 0 leaks"
        )
        expectNoRatio(report)
    }

    @Test func `The times of a failed run are read as they were written, without a ratio`() throws {
        var report = Report.clean
        report.failures = [Failure(.died, "the application died")]
        let json = Data(try ReportFormat.json.bytes(for: report))
        let read = try JSONDecoder().decode(Report.self, from: json)
        #expect(read.comparison?.arms == report.comparison?.arms)
        #expect(read.comparison?.ratios == [])
        #expect(String(decoding: json, as: UTF8.self).contains("\"launchStop\""))
    }

    @Test func `Arms that showed an effect keep their ratios beside one that did not`() throws {
        var report = Report.arms
        let arm = try #require(report.comparison?.ratios.last?.arm)
        report.unshownResets = [arm]
        let before = try #require(report.comparison?.ratios)
        let kept = Presentation(report).stored.comparison?.ratios
        #expect(kept == before.filter { $0.arm != arm && $0.base != arm })
        #expect(kept?.isEmpty == false)
    }

    @Test func `Arms whose intervals overlap have no winner`() throws {
        var report = Report.arms
        report.fidelity = nil
        #expect(report.summaryLine.hasPrefix("Truncate: template 2.8x faster"))
        let place = try #require(report.comparison?.ratios.firstIndex { $0.base != Arm(rawValue: "relaunch") })
        report.comparison?.ratios[place].interval = Interval(lower: 0.5, upper: 2.5)
        #expect(report.comparison?.leading == nil)
        #expect(report.summaryLine.hasPrefix("Unknown: no arm is clearly the fastest; template 2.8x faster"))
        #expect(!report.summaryLine.contains("saves"))
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
