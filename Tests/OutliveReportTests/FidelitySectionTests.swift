import Foundation
import OutliveModel
import Testing

@testable import OutliveReport

/// The text report about the state after the resets.
@Suite struct FidelitySectionTests {
    @Test func `An equivalent reset has one title, and declared differences are apart`() {
        expect(
            .equivalent,
            """
            reset is equivalent to relaunch: 17 of 17 checks, 1 difference expected
              compared after 72 resets with 3 fresh launches; the probe printed the same
              after every reset
              expected
                threads: worker-3: absent at launch → 1 after the resets, since reset 4:
                  the pool grows up to 4
            """)
    }

    @Test func `Differences are listed by check, and the probe's as a diff below`() {
        expect(
            .differing,
            """
            reset differs from relaunch in 3 of 17 checks, 1 difference expected
              compared after 72 resets with 3 fresh launches
              probe output
                output differs from that after a launch: see below
              open descriptors
                file /var/log/note-service.log: 1 at launch → 73 after the resets, since
                  reset 1
                socket: 2-4 at launch → 75 after the resets, since reset 12
              environment variables
                PATH: …sr/bin:/sbin:/bin:/opt/example/tools/bin at launch →
                  …sr/bin:/sbin:/bin:/opt/example/tools/bin:/tmp/plugin/bin after the
                  resets, since reset 2
                LC_ALL: absent at launch → '' after the resets, since reset 3
              expected
                threads: worker-3: absent at launch → 1 after the resets, since reset 4:
                  the pool grows up to 4

            State survived the reset: the probe output differs from that after a launch
              first seen after reset 3, and after 70 resets in all
                --- after a launch
                +++ after reset 3
                @@ -1,3 +1,3 @@
                 notes: 12
                -user: none
                +user: al

            """)
    }

    @Test func `Texts fit a run without a probe and with one launch`() {
        var report = Report.clean
        report.plan.probe = nil
        report.fidelity = Fidelity(resets: 1, launches: 1, results: [FidelityResult(check: .umask)])
        expect(
            report,
            """
            reset is equivalent to relaunch: 1 of 1 check
              compared after 1 reset with 1 fresh launch
            """)
    }

    @Test func `Without a comparison the compared checks are not listed`() {
        var report = Report.clean
        report.fidelity = Fidelity(resets: 0, launches: 0, results: [])
        expect(report, "State: the probe printed the same after every reset as after a launch")
    }

    @Test func `A probe that differed on the way is a failed check, whatever the final comparison found`() {
        var report = Report.equivalent
        report.stateDifferences = Report.differing.stateDifferences
        let text = report.text()
        #expect(text.contains("reset differs from relaunch in 1 of 17 checks"))
        #expect(!text.contains("printed the same"))
    }

    @Test
    func `A difference is red if it fails the run and yellow if only reported; none is green`() {
        func title(_ report: Report) -> Substring? {
            report.text(TextStyle(color: true)).split(separator: "\n").first { $0.contains("17 checks") }
        }
        var report = Report.differing
        #expect(title(report)?.hasPrefix("\u{1B}[1;31m") == true)
        report.plan.fidelity = .report
        // The probe is an explicit option, so it fails the run in any mode.
        #expect(title(report)?.hasPrefix("\u{1B}[1;31m") == true)
        report.stateDifferences = []
        report.fidelity?.results[0].differences = []
        #expect(title(report)?.hasPrefix("\u{1B}[33m") == true)
        #expect(report.text().contains("differences are only reported, as requested"))
        #expect(!report.summaryLine.contains("state survived"))
        #expect(title(.equivalent)?.hasPrefix("\u{1B}[1;32m") == true)
    }

    @Test(arguments: [60, 80, 200])
    func `The line that declares a variable is named in text, and the text equals its golden file`(width: Int) throws {
        var page = TextPage(style: TextStyle(width: width))
        page.writeFidelity(Presentation(.changedStatics))
        #expect(page.lines.allSatisfy { columns(of: $0) <= width })
        try GoldenFile(path: "State/fidelity.\(width).txt").expect(page.lines.joined(separator: "\n") + "\n")
    }

    @Test func `Long lists of differences are cut with a count, declared ones by themselves`() {
        var report = Report.differing
        for number in 0..<60 {
            for reason in [nil, "meant"] {
                report.fidelity?.add(
                    .maps,
                    FidelityDifference(
                        subject: "file \(number)", launched: "1", reset: "2", firstCycle: 1, reason: reason))
            }
        }
        let text = report.text()
        #expect(text.contains("… 44 more differences in the JSON report"))
        #expect(text.contains("… 41 more differences in the JSON report"))
        #expect(text.split(separator: "\n").count < 140)
    }

    @Test func `Empty, blank, absent and long values are distinguishable`() {
        func words(_ launched: String?, _ reset: String?) -> String {
            FidelityDifference(subject: "S", launched: launched, reset: reset, firstCycle: 1).words(arrow: "->")
        }
        #expect(words("", " ") == "S: '' at launch -> ' ' after the resets, since reset 1")
        #expect(words(nil, "\n") == "S: absent at launch -> \\n after the resets, since reset 1")
        let long = String(repeating: "x", count: 100_000)
        let parts = words(long + "a", long + "b")
        #expect(parts.contains("xa at launch -> …x"))
        #expect(parts.contains("xb after"))
        #expect(parts.count < 400)
    }

    @Test func `The summary line says once that state survived when a check fails`() {
        func mentions(_ report: Report) -> Int {
            report.summaryLine.components(separatedBy: "state surviv").count - 1
        }
        var report = Report.differing
        report.stateDifferences = []
        #expect(report.summaryLine.hasPrefix("Restart: state survived the reset; "))
        #expect(mentions(report) == 1)
        #expect(mentions(.arms) == 1)
        #expect(mentions(.equivalent) == 0)
        // Without a result there is no answer to say it.
        report.samples = []
        report.soak = []
        report.comparison = nil
        #expect(mentions(report) == 1, "\(report.summaryLine)")
    }

    private func expect(_ report: Report, _ golden: String, sourceLocation: SourceLocation = #_sourceLocation) {
        var page = TextPage(style: TextStyle())
        page.writeFidelity(Presentation(report))
        page.writeStateDifferences(Presentation(report))
        #expect(page.lines.joined(separator: "\n") == golden, sourceLocation: sourceLocation)
        for line in page.lines { #expect(columns(of: line) <= 80, sourceLocation: sourceLocation) }
    }
}
