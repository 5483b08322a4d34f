internal import OutliveModel

extension PageContent {
    /// The runs that a report was merged from, each with its own figures.
    var shards: PageSection? {
        guard !report.shards.isEmpty else { return nil }
        return PageSection("shards", "Runs", heading: counted(report.shards.count, "run"), tone: .plain) {
            HTMLNode.paragraph(
                "Each run is compared with itself alone: a ratio never spans machines, and what leaked in several runs is"
                    + " told of once, with the runs in which it was seen.", class: "note")
            ShardPlot(report)?.figure
            HTMLTable(
                label: "Runs",
                columns: [
                    .text("Run"), .text("Started"), .text("Outcome"), .number("Reset against relaunch"),
                    .number("Interval"),
                    .prose("Machine"), .prose("Summary"),
                ],
                noun: "run"
            ).node(
                report.shards.enumerated().map { index, shard in
                    [
                        .tag("span", ["id": index < PageLimits.rows ? "run-\(index + 1)" : nil]) { "run \(index + 1)" },
                        .prose(shard.startedAt, limit: 40), .badge(shard.outcome.words, shard.outcome.tone),
                        .text(shard.comparison?.speedup ?? "–"), .text(shard.comparison?.confidence ?? "–"),
                        .prose(
                            [shard.machine.inWords, shard.toolchain.map { "Swift \($0)" }]
                                .compactMap(\.self).joined(separator: ", "), limit: 300),
                        .prose(shard.summary, limit: 400),
                    ]
                })
        }
    }

    /// What the page calls a run, as a link to its row.
    func runLink(_ id: String) -> HTMLNode {
        guard let index = report.shards.firstIndex(where: { $0.id == id }) else { return .code(id, limit: 40) }
        guard index < PageLimits.rows else { return .text("run \(index + 1)") }
        return .tag("a", ["href": "#run-\(index + 1)"]) { "run \(index + 1)" }
    }
}
