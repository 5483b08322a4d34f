internal import OutliveModel

extension PageContent {
    /// The merged runs, each with its own figures.
    var shards: PageSection? {
        guard report.isMerged else { return nil }
        let table = RunsTable(report)
        let growth = report.growthInRuns()
        return PageSection("shards", "Runs", heading: report.runsInWords, tone: runsTone) {
            HTMLNode.paragraph(
                "Relaunch and reset are compared within each run, never across machines. A leak found in several runs"
                    + " is listed once, with those runs.", class: "note")
            ShardPlot(report)?.figure
            HTMLTable(
                label: "Runs",
                columns: [.text("Run"), .text("Outcome")] + RunsTable.heading.map { .number($0) }
                    + [.prose("Machine"), .prose("Summary")], noun: "run"
            ).node(table.rows.enumerated().map { row($1, isLinked: $0 < PageLimits.rows) })
            if !growth.isEmpty {
                HTMLNode.tag("h3") { "Growth over the soaks" }
                HTMLNode.tag("ul", ["class": "notes"]) {
                    for (shard, sentence) in growth.prefix(PageLimits.rows) {
                        HTMLNode.tag("li") {
                            runLink(shard.id)
                            ": \(sentence)"
                        }
                    }
                }
                HTMLNode.more(growth.count - PageLimits.rows, "metric")
            }
        }
    }

    private var runsTone: Tone { growthTone == .plain && report.missesGate ? .warn : growthTone }

    private func row(_ row: RunsTable.Row, isLinked: Bool) -> [HTMLNode] {
        let shard = row.shard
        let place = [shard.machine.inWords, shard.toolchain.map { "Swift \($0)" }, "started \(shard.startedAt)"]
        return [
            .tag("code", ["id": isLinked ? anchor(of: shard) : nil]) { shard.name },
            .badge(shard.outcome.words, shard.outcome.tone),
        ] + row.cells.map(HTMLNode.text) + [
            .prose(place.compactMap(\.self).joined(separator: ", "), limit: 300), .prose(shard.summary, limit: 400),
        ]
    }

    /// Returns the name of a run, linked to its row if it has one.
    func runLink(_ id: String) -> HTMLNode {
        guard let shard = report.shards.first(where: { $0.id == id }) else { return .code(String(id.prefix(8))) }
        guard report.shards.count <= PageLimits.rows else { return .code(shard.name) }
        return .tag("a", ["href": "#\(anchor(of: shard))"]) { HTMLNode.code(shard.name) }
    }

    /// Ids come from files and can have any content, so anchors use numbers.
    private func anchor(of shard: Shard) -> String { "run-\((report.shards.firstIndex(of: shard) ?? 0) + 1)" }
}
