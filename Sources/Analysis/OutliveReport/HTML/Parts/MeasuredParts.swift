internal import OutliveModel
internal import OutliveSupport

extension PageContent {
    var timing: PageSection? {
        let rows = shown.singleRun?.timingRows() ?? []
        let plot = shown.distributionPlot
        guard !rows.isEmpty || plot != nil else { return nil }
        let heading = report.comparison?.headline ?? "Time to ready"
        return PageSection("timing", "Timing", heading: heading, tone: report.missesGate ? .warn : .plain) {
            if let comparison = report.comparison, !comparison.ratios.isEmpty {
                let basis =
                    comparison.hasFamily
                    ? comparison.familyNote ?? "no interval under 6 blocks"
                    : comparison.leading?.confidence.map { "\($0), from \(comparison.amount)" }
                        ?? "no interval under 6 pairs"
                HTMLNode.paragraph(
                    [basis.capitalizedFirst, comparison.savingSentence].compactMap(\.self).joined(separator: "; ") + "."
                )
                if comparison.hasFamily { ratios(comparison) }
            }
            for gate in shown.singleRun?.gateDescriptions ?? [] {
                HTMLNode.tag("p", ["class": gate.isMissed ? "bad" : "good"]) { "\(gate.text.capitalizedFirst)." }
            }
            plot
            shown.samplePlot
            HTMLTable(
                label: "Time to ready", columns: [.text("Time to ready")] + timingHeading.map { .number($0) }
            )
            .node(rows) { row in
                [row.isPart ? HTMLNode.tag("span", ["class": "part"]) { row.label } : .text(row.label)]
                    + row.cells.map(HTMLNode.text)
            }
            distribution
        }
    }

    private var distribution: HTMLNode {
        guard let run = shown.singleRun, let table = DistributionTable(run, report.samples) else { return .none }
        return HTMLTable(
            label: "Distribution of the times",
            columns: [.text("Distribution")] + table.heading.map { .number($0) }, noun: "arm", isWide: true
        ).node(table.rows) { [.text($0.label)] + $0.cells.map(HTMLNode.text) }
    }

    private func ratios(_ comparison: Comparison) -> HTMLNode {
        HTMLTable(
            label: "Compared arms",
            columns: [.text("Arm"), .text("Compared with"), .number("Is"), .number("95 % CI")], noun: "pair"
        ).node(comparison.ratios) { ratio in
            [
                .text(ratio.arm.words), .text(ratio.base.words),
                .tag("span", ["class": ratio.tone.rawValue]) { ratio.speedup }, .text(ratio.ends ?? "-"),
            ]
        }
    }

    /// The change of the process's resource use over many resets.
    var soak: PageSection? {
        guard !report.soak.isEmpty || !report.slopes.isEmpty else { return nil }
        let table = SoakTable(shown.runs[0], report.soak)
        return PageSection("soak", "Soak", heading: table.title, tone: growthTone) {
            if !shown.nonFailingGrowth.isEmpty {
                HTMLNode.paragraph("Growth is only reported and does not fail the run.")
            }
            shown.soakPlot
            HTMLTable(
                label: "Growth over the soak",
                columns: [.text("Metric")] + table.heading.dropLast().map { .number($0) } + [.text("conclusion")],
                isWide: true
            ).node(table.rows) { row in
                [.text(row.label)] + row.cells.dropLast().map(HTMLNode.text)
                    + [.tag("span", ["class": row.tone.rawValue]) { row.cells.last ?? "" }]
            }
            for advice in table.rows.compactMap(\.advice) { HTMLNode.paragraph(advice) }
            if let distribution = table.distribution { HTMLNode.paragraph("\(distribution.capitalizedFirst).") }
            if let fallbacks = table.fallbacks { HTMLNode.paragraph("\(fallbacks).", class: "warn") }
        }
    }

    private var growthTone: Tone {
        shown.failingGrowth.isEmpty ? shown.nonFailingGrowth.isEmpty ? .plain : .warn : .bad
    }

    var survivors: PageSection? {
        // Tests that ran again have no cycles in common.
        guard !report.isWithoutCycles, let map = SurvivorHeatMap(report) else { return nil }
        return PageSection("survivors", "Survivors", heading: "Survivors by cycle") { map.figure }
    }

    /// The heap over the cycles, by type, module and cause.
    var course: PageSection? { PageSection(report.course, causes: shown.causes) }

    var heapCensuses: PageSection? {
        guard let table = HeapTable(report) else { return nil }
        return PageSection("heap", "Heap", heading: table.title) {
            HTMLTable(
                label: "The heap after each cycle", columns: [.text("After")] + HeapTable.heading.map { .number($0) }
            ).node(table.rows) { row in
                row.map { [.text($0.label)] + $0.cells.map(HTMLNode.text) }
                    ?? [.text("…")] + HeapTable.heading.map { _ in .none }
            }
            if !table.omitted.isEmpty {
                HTMLNode.folded("The \(counted(table.omitted.count, "cycle")) between them") {
                    HTMLTable(
                        label: "The heap after the cycles between",
                        columns: [.text("After")] + HeapTable.heading.map { .number($0) }, noun: "cycle"
                    ).node(table.omitted) { [.text($0.label)] + $0.cells.map(HTMLNode.text) }
                }
            }
            if let note = table.note { HTMLNode.paragraph("\(note.capitalizedFirst).", class: "note") }
        }
    }

    /// The use of resident memory.
    var memory: PageSection? {
        guard let table = MemoryTable(report) else { return nil }
        return PageSection("memory", "Memory", heading: table.title) {
            HTMLNode.paragraph(table.sentences.map(\.capitalizedFirst).joined(separator: ". ") + ".")
            if !table.actions.isEmpty { HTMLNode.notes(table.actions.map(\.capitalizedFirst)) }
            HTMLTable(
                label: "The parts of resident memory",
                columns: [.text("Part")] + MemoryTable.heading.map { .number($0.capitalizedFirst) }, noun: "part"
            ).node(table.rows) { [.text($0.label.capitalizedFirst)] + $0.cells.map(HTMLNode.text) }
        }
    }

    /// The merged runs, each with its own figures.
    var shards: PageSection? {
        guard shown.isMerged else { return nil }
        let table = RunsTable(shown.runs, limit: PageLimits.rows)
        return PageSection("shards", "Runs", heading: shown.runsDescription, tone: runsTone) {
            HTMLNode.paragraph(
                "Arms are compared within each run, never across machines. A leak found in several runs"
                    + " is listed once, with those runs.", class: "note")
            shown.shardPlot
            HTMLTable(
                label: "Runs",
                columns: [.text("Run"), .term("Started"), .term("On"), .text("Outcome")]
                    + table.heading.map { .number($0) } + [.prose("Summary")],
                unfolded: PageLimits.unfolded, noun: "run"
            ).node(table.rows, cells: row)
            HTMLNode.more(table.others, "run")
            HTMLNode.notes(table.machines.map(\.description))
            if !table.growth.isEmpty {
                HTMLNode.tag("h3") { "Growth over the soaks" }
                HTMLTable(
                    label: "Growth over the soaks", columns: [.text("Run"), .prose("Growth")],
                    unfolded: PageLimits.unfolded, noun: "metric"
                ).node(table.growth) { shard, sentence in [runLink(shard.id), .prose(sentence)] }
            }
        }
    }

    /// The causes of merged runs by machine and day.
    var history: PageSection? {
        guard shown.isMerged, let history = FleetHistory(shown.causes, in: shown.runs) else { return nil }
        return PageSection("history", "History", heading: "Causes by machine and day") { history.figure }
    }

    private var runsTone: Tone { growthTone == .plain && report.missesGate ? .warn : growthTone }

    private func row(_ row: RunsTable.Row) -> [HTMLNode] {
        let shard = row.shard
        return [
            .tag("code", ["id": anchor(of: shard)]) { shard.name }, .text(shard.startText), .text(row.place),
            .badge(shard.outcome.words, shard.outcome.tone),
        ] + row.cells.map(HTMLNode.text) + [
            .prose((shard.toolchain.map { "Swift \(oneLine($0)): " } ?? "") + shard.summary, limit: 400)
        ]
    }

    /// Returns the run with an id from the report, or `nil` if there is none.
    func run(_ id: String) -> Shard? { shown.runs.first { $0.id == id } }

    /// Returns the name of a run, linked to its row if it has one.
    func runLink(_ id: String) -> HTMLNode {
        guard let shard = run(id) else { return .code(String(id.prefix(8))) }
        guard shown.runs.count <= PageLimits.rows else { return .code(shard.name) }
        return .tag("a", ["href": "#\(anchor(of: shard))"]) { HTMLNode.code(shard.name) }
    }

    /// Returns the anchor of a run, which has a number because an id from a file can have any content.
    private func anchor(of shard: Shard) -> String { "run-\((shown.runs.firstIndex(of: shard) ?? 0) + 1)" }
}

extension Presentation {
    /// The missed gate in a few words: `under the gate of 1.5x`.
    var gateComplaint: String {
        guard isMerged || report.comparison != nil else { return "the gate was not judged" }
        return isMerged ? "under the gate" : runs[0].gateComplaint
    }

    /// The distance from the first missed gate: `2.0x slower, the gate requires 1.5x faster`.
    var gateMissed: String? {
        guard let gate = runs.lazy.compactMap(\.missedGates.first).first else { return nil }
        let minimum = gate.minimum
        let asked =
            minimum > 1
            ? "\(decimal(minimum))x faster" : minimum == 1 ? "no slower" : "at most \(decimal(1 / minimum))x slower"
        guard !isMerged else { return "under the gate, which requires \(asked)" }
        guard let ratio = gate.ratio else { return "\(comparisonObstacle), the gate requires \(asked)" }
        let name = runs[0].gates.count > 1 ? "\(ratio.arm.words) " : ""
        guard ratio.ratio >= minimum else { return "\(name)\(ratio.speedup), the gate requires \(asked)" }
        let lower = ratio.interval.map { "the interval begins at \(decimal($0.lower, like: minimum))x" }
        return "\(name)\(ratio.speedup), but \(lower ?? "there is no interval"), and the gate requires \(asked)"
    }
}
