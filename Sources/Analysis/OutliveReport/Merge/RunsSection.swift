internal import OutliveModel

extension Page {
    /// The maximum number of runs listed.
    private static let runs = 40

    /// Writes the runs of a merged report, their machines, and the growth over their soaks.
    mutating func writeRuns(_ report: Report) {
        let table = RunsTable(report, unicode: style.unicode)
        guard !table.rows.isEmpty else { return }
        blank()
        row(["Runs", "machine"] + RunsTable.heading, outcome: "", .strong)
        for run in table.rows.prefix(Self.runs) {
            let isGood = run.shard.outcome == .clean
            row(
                ["  " + run.shard.name, "\(run.machine + 1)"] + run.cells, outcome: run.shard.outcome.briefly,
                isGood ? .plain : .bad)
        }
        let more = table.rows.count - Self.runs
        if more > 0 { line(indent: 2, Span("\(ellipsis) \(counted(more, "more run")) in the JSON report", .faint)) }
        blank()
        for (index, machine) in table.machines.prefix(Self.runs).enumerated() {
            paragraph("machine \(index + 1): \(machine.inWords)", indent: 2, hanging: 2, ink: .faint)
        }
        writeGrowth(report)
    }

    private mutating func writeGrowth(_ report: Report) {
        let growth = report.growthInRuns(unicode: style.unicode)
        guard !growth.isEmpty else { return }
        title("Growth over the soaks")
        for (shard, sentence) in growth.prefix(Self.runs) {
            paragraph("run \(shard.name): \(sentence)", indent: 2, hanging: 2, ink: .bad)
        }
        let more = growth.count - Self.runs
        if more > 0 { line(indent: 2, Span("\(ellipsis) \(more) more in the JSON report", .faint)) }
    }

    private mutating func row(_ cells: [String], outcome: String, _ ink: Ink) {
        let widths = [7, 11, 11, 26]
        let text = zip(cells.dropFirst(), widths).map { aligned($0, $1) }.joined()
        line(Span(padded(cells[0], 10) + text), Span("  " + outcome, ink))
    }
}

extension Outcome {
    fileprivate var briefly: String { self == .tooSlow ? "too slow" : words }
}
