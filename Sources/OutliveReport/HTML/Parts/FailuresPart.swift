internal import OutliveModel

extension PageContent {
    /// What went wrong, each with the end of what the application printed.
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
                    output(failure.output ?? "")
                }
            }
            HTMLNode.more(report.failures.count - PageLimits.failures, "failure")
        }
    }

    private func output(_ text: String) -> HTMLNode? {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        guard !lines.isEmpty else { return nil }
        let shown = lines.suffix(PageLimits.outputLines).map { elided(printable($0), to: PageLimits.columns, .tail) }
        return .group([
            .paragraph("The application printed last:", class: "note"),
            .scrolling("What the application printed", .tag("pre") { shown.joined(separator: "\n") }),
        ])
    }
}
