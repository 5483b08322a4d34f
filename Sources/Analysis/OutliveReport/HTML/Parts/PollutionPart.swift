internal import OutliveModel
internal import OutliveSupport

extension PageContent {
    /// The variables that tests leave changed.
    var pollution: PageSection? {
        guard let pollution = report.pollution else { return nil }
        let tone: Tone = pollution.failing.isEmpty ? .plain : .bad
        return PageSection("pollution", "Pollution", heading: pollution.sentence, tone: tone) {
            HTMLTable(
                label: "Changed variables",
                columns: [.text("Test"), .prose("Variable"), .prose("Before"), .prose("After"), .prose("Reason")]
            ).node(Array(pollution.changes.prefix(PageLimits.rows))) { change in
                let values = change.difference.values()
                let rest = (change.difference.declaration.map { ", \($0)" } ?? "") + change.readers
                return [
                    .text(change.test.words), .prose(oneLine(change.difference.subject) + rest, limit: 400),
                    .prose(values.launched, limit: 400), .prose(values.reset, limit: 400),
                    .prose(oneLine(change.difference.reason ?? ""), limit: 400),
                ]
            }
            HTMLNode.more(pollution.changes.count - PageLimits.rows, "change")
        }
    }
}
