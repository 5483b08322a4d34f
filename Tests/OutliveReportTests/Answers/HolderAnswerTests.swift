import OutliveModel
import Testing

@testable import OutliveReport

/// The answers about a pattern of types.
@Suite struct HolderAnswerTests {
    @Test func `A pattern of several types is answered with their number`() {
        let all = ReportAnswers(.traced).holders(of: "*")
        #expect(all.text.hasPrefix("6 findings of 6 types: "), "\(all.text)")
        let one = ReportAnswers(.traced).holders(of: "Presenter")
        #expect(one.text.hasPrefix("1 finding of this type: "), "\(one.text)")
    }

    @Test func `A star that matches nothing is not called a type`() {
        let none = ReportAnswers(.clean).holders(of: "*").text
        #expect(none.hasPrefix("the report has no findings: "), "\(none)")
        var report = SnapshotReport.server
        report.traces = []
        #expect(SnapshotAnswers(report).holders(of: "*").text.hasPrefix("there is no live object\n"))
        #expect(
            SnapshotAnswers(report).holders(of: "Feed").text
                .hasPrefix("there is no live object of type 'Feed'; * stands for any text"))
    }
}
