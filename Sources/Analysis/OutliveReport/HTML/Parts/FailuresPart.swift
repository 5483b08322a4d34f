internal import OutliveModel

extension PageContent {
    /// The failures, each with its output.
    var failures: PageSection? {
        guard !report.failures.isEmpty else { return nil }
        return PageSection("failures", "Failures", heading: counted(report.failures.count, "failure"), tone: .bad) {
            for failure in report.failures.prefix(PageLimits.failures) {
                HTMLNode.tag("div", ["class": "failure"]) {
                    HTMLNode.tag("p") {
                        HTMLNode.tag("b") { failure.code.words.capitalizedFirst }
                        ": "
                        HTMLNode.prose(failure.message)
                    }
                    output(of: failure)
                }
            }
            HTMLNode.more(report.failures.count - PageLimits.failures, "failure")
        }
    }

    private func output(of failure: Failure) -> HTMLNode? {
        let lines = failure.outputLines(atMost: PageLimits.outputLines)
        guard !lines.isEmpty else { return nil }
        let shown = lines.map { elided(printable($0), to: PageLimits.columns, .tail) }
        return .group([
            .paragraph("\(failure.outputInWords.capitalizedFirst):", class: "note"),
            .scrolling("Output of \(failure.printer)", .tag("pre") { shown.joined(separator: "\n") }),
        ])
    }
}
