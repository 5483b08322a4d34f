internal import OutliveModel

extension TextPage {
    /// The maximum number of tests, and of accepted changes.
    private static let pollutingTests = 20

    /// Writes the variables that tests left changed, by test.
    mutating func writePollution(_ shown: Presentation) {
        guard let pollution = shown.report.pollution else { return }
        title(pollution.sentence, pollution.failing.isEmpty ? .goodStrong : .badStrong)
        let byTest = pollution.byTest
        for (test, changes) in byTest.prefix(Self.pollutingTests) {
            paragraph(test.words, indent: 2, hanging: 2, ink: .bad)
            for change in changes { write(change) }
        }
        writeMore(byTest.count - Self.pollutingTests, "test")
        let accepted = pollution.changes.filter { $0.difference.reason != nil }
        guard !accepted.isEmpty else { return }
        line(indent: 2, Span("expected", .faint))
        for change in accepted.prefix(Self.pollutingTests) {
            paragraph(
                "\(change.test.words): \(change.words(arrow: arrow, mark: ellipsis)): "
                    + oneLine(change.difference.reason ?? ""), indent: 4, hanging: 2, ink: .faint)
        }
        writeMore(accepted.count - Self.pollutingTests, "change")
    }

    mutating func write(_ change: Pollution) {
        paragraph(change.words(arrow: arrow, mark: ellipsis), indent: 4, hanging: 2)
    }
}
