internal import OutliveModel

extension PageContent {
    /// The change of the process's resource use over many resets.
    var soak: PageSection? {
        guard !report.soak.isEmpty || !report.slopes.isEmpty else { return nil }
        let table = SoakTable(report)
        let count = counted(report.soak.count, report.plan.round)
        let heading = report.soak.isEmpty ? "Soak" : "Soak: \(count)"
        let fallbacks = report.soak.count { $0.fellBack }
        return PageSection("soak", "Soak", heading: heading, tone: growthTone) {
            if !bearableGrowth.isEmpty { HTMLNode.paragraph("Growth is only reported and does not fail the run.") }
            SoakPlot(report)?.figure
            HTMLTable(
                label: "Growth over the soak",
                columns: [.text("Metric")] + table.heading.dropLast().map { .number($0) } + [.text("conclusion")]
            ).node(
                table.rows.map { row in
                    let tone = report.plan.tone(of: row.slope)
                    return [.text(row.label)] + row.cells.dropLast().map(HTMLNode.text)
                        + [.tag("span", ["class": tone.rawValue]) { row.cells.last ?? "" }]
                })
            if let distribution = SoakDistribution(report.soak) {
                HTMLNode.paragraph("\(distribution.words.capitalizedFirst).")
            }
            if fallbacks > 0 {
                HTMLNode.paragraph(
                    "\(counted(fallbacks, "reset")) failed and fell back to a relaunch, which starts a new process.",
                    class: "warn")
            }
        }
    }

    /// The tone of growth.
    var growthTone: Tone { report.failingGrowth.isEmpty ? bearableGrowth.isEmpty ? .plain : .warn : .bad }

    /// The metrics that grew without failing the run, as the plan allows.
    var bearableGrowth: [String] {
        let all = report.isMerged ? report.shards.flatMap(\.slopes) : report.slopes
        guard report.failingGrowth.isEmpty else { return [] }
        return all.filter(\.grows).map(\.metric.words).reduce(into: []) { words, word in
            if !words.contains(word) { words.append(word) }
        }
    }

    /// The survivors of each cycle.
    var survivors: PageSection? {
        guard let map = SurvivorHeatMap(report) else { return nil }
        return PageSection("survivors", "Survivors", heading: "Survivors by cycle") { map.figure }
    }

    /// The live objects in the heap at the end of each cycle.
    var heapCensuses: PageSection? {
        guard let heap = report.heap, !heap.cycles.isEmpty else { return nil }
        return PageSection("heap", "Heap", heading: "Heap: \(heap.inWords)") {
            HTMLTable(
                label: "The heap after each cycle", columns: [.text("After")] + HeapTable.heading.map { .number($0) }
            ).node(
                HeapTable(heap).rows.map { row in
                    row.map { [.text($0.label)] + $0.cells.map(HTMLNode.text) }
                        ?? [.text("…")] + HeapTable.heading.map { _ in .none }
                })
            if let words = heap.deinitialisedInWords {
                HTMLNode.paragraph("\(words.capitalizedFirst).", class: "note")
            }
        }
    }
}
