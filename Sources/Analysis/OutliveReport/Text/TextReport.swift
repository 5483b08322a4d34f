package import OutliveModel
internal import OutliveSupport

extension ReportFormat {
    /// Text for a terminal: the plan, the failures, the results, and the summary line last.
    package static let text = ReportFormat(name: "text") { shown, style in
        TextPage.bytes(style) { $0.write(shown) }
    }
}

extension Report {
    /// Returns the failures of a run that measured nothing, a line each, with what the program printed last.
    package func failureText(_ style: TextStyle) -> [UInt8] {
        TextPage.bytes(style) { page in
            for failure in failures {
                page.unlimited("outlive: \(oneLine(failure.message))", .plain)
                page.writeOutput(of: failure)
            }
            // The notes have the reasons of resets that fell back.
            guard failures.contains(where: { $0.code == .noCycle }) else { return }
            for note in notes { page.unlimited("  - \(oneLine(note))", .plain) }
        }
    }
}

extension TextPage {
    /// The maximum number of runs, and of lines of a program's output.
    private static let runs = 40
    private static let outputLines = 15

    fileprivate mutating func write(_ shown: Presentation) {
        let growth = shown.growthHeadline
        let isDoubtful = growth != nil || shown.stuckTasksDescription != nil || shown.budgetDescription != nil
        let ink: Ink = shown.outcome != .clean ? .badStrong : isDoubtful ? .warning : .goodStrong
        if let growth { unlimited(growth.capitalizedFirst, ink) }
        writeHeading(shown)
        writeFailures(shown.report.failures)
        if let run = shown.singleRun {
            writeTiming(run, shown.report.samples)
            writeSoak(run, shown.report.soak)
        } else {
            writeRuns(shown.runs)
        }
        writeHeap(shown.report)
        writeCourse(shown.report.course, causes: shown.report.causes)
        writeAllocations(shown.report)
        writeBudgets(shown)
        writeMemory(shown.report)
        writeRoutes(shown)
        writeLeaks(shown)
        writeKnownLeaks(shown)
        writeStuckTasks(shown)
        writePollution(shown)
        writeFidelity(shown)
        writeStateDifferences(shown)
        writeNotes(shown.report.notes)
        blank()
        unlimited(shown.summaryLine, ink)
    }

    mutating func writeHeading(_ shown: Presentation) {
        paragraph("Outlive \(shown.report.toolVersion): \(shown.planSubject)", indent: 0, ink: .strong)
        for row in shown.planRows { field(row.label, row.value, ink: row.isWarning ? .warning : .plain) }
    }

    mutating func writeFailures(_ failures: [Failure]) {
        guard !failures.isEmpty else { return }
        title(counted(failures.count, "failure"), .badStrong)
        for failure in failures {
            paragraph("\(failure.code.words): \(oneLine(failure.message))", indent: 2, hanging: 2, ink: .bad)
            writeOutput(of: failure)
        }
    }

    /// Writes the end of the output, or the reason of a trap and the lines after it.
    mutating func writeOutput(of failure: Failure) {
        let lines = failure.outputLines(atMost: Self.outputLines)
        guard !lines.isEmpty else { return }
        line(indent: 4, Span("\(failure.outputDescription):", .faint))
        for text in lines { quoted(String(text), indent: 4) }
    }

    private mutating func writeRuns(_ runs: [Shard]) {
        let table = RunsTable(runs, limit: Self.runs, unicode: style.unicode)
        blank()
        let rows = table.rows.map { run in
            let outcome = run.shard.outcome
            return TextRow(
                cells: ["  " + run.shard.name, run.started, run.place] + run.cells
                    + [outcome == .tooSlow ? "too slow" : outcome.words], ink: outcome == .clean ? .plain : .bad)
        }
        let heading = TextRow(cells: ["Runs", "started", "on"] + table.heading + ["outcome"], ink: .strong)
        let widths = [2, 1].map { fitting([heading] + rows, gap: $0) }
        self.table([heading] + rows, widths: widths.first { $0.reduce(0, +) <= style.width } ?? widths[0])
        writeMore(table.others, "run")
        blank()
        for machine in table.machines.prefix(Self.runs) {
            paragraph(machine.description, indent: 2, hanging: 2, ink: .faint)
        }
        guard !table.growth.isEmpty else { return }
        title("Growth over the soaks")
        for (shard, sentence) in table.growth.prefix(Self.runs) {
            paragraph("run \(shard.name): \(sentence)", indent: 2, hanging: 2, ink: .bad)
        }
        writeMore(table.growth.count - Self.runs)
    }

    /// Writes the times of the arms, the ping, and the comparison.
    mutating func writeTiming(_ run: Shard, _ samples: [Sample] = []) {
        let times = run.timingRows(unicode: style.unicode)
        guard !times.isEmpty else { return }
        blank()
        let rows = times.map { arm in
            TextRow(cells: [(arm.isPart ? "    " : "  ") + arm.label] + arm.cells, ink: arm.isPart ? .faint : .plain)
        }
        table(
            [TextRow(cells: ["Time to ready"] + timingHeading, ink: .strong)] + rows,
            widths: [max(14, 3 + (rows.map { columns(of: $0.cells[0]) }.max() ?? 0)), 5, 11, 11, 11, 11, 10])
        if let distribution = DistributionTable(run, samples, unicode: style.unicode) {
            blank()
            let rows =
                [TextRow(cells: ["Distribution"] + distribution.heading, ink: .strong)]
                + distribution.rows.map { TextRow(cells: ["  " + $0.label] + $0.cells) }
            table(rows, widths: fitting(rows, gap: 3))
        }
        guard let comparison = run.comparison, !comparison.ratios.isEmpty || !run.gates.isEmpty else { return }
        blank()
        for ratio in comparison.ratios {
            line(
                indent: 2, Span("\(ratio.arm.words) is "),
                Span(ratio.speedup, ratio.tone == .good ? .goodStrong : ratio.tone == .bad ? .badStrong : .strong),
                Span("\(comparison.hasFamily ? " than \(ratio.base.words)" : ""), \(ratio.confidenceOrNone)"))
        }
        if let note = comparison.familyNote { paragraph(note, indent: 2, ink: .faint) }
        if let saving = comparison.savingSentence { paragraph(saving, indent: 2) }
        for gate in run.gateDescriptions { paragraph(gate.text, indent: 2, ink: gate.isMissed ? .bad : .good) }
    }

    mutating func writeSoak(_ run: Shard, _ soak: [SoakCycle]) {
        let table = SoakTable(run, soak, unicode: style.unicode)
        guard !soak.isEmpty || !table.rows.isEmpty else { return }
        blank()
        let inks: [Tone: Ink] = [.bad: .bad, .warn: .warning]
        let rows = table.rows.map { TextRow(cells: ["  " + $0.label] + $0.cells, ink: inks[$0.tone] ?? .plain) }
        self.table(
            [TextRow(cells: [table.title] + (rows.isEmpty ? [] : table.heading), ink: .strong)] + rows,
            widths: [19, 10, 10, 12, 18, 11])
        for advice in table.rows.compactMap(\.advice) { paragraph(advice, indent: 2) }
        if let distribution = table.distribution { paragraph(distribution, indent: 2) }
        if let tier = table.tier { paragraph(tier, indent: 2) }
        if let fallbacks = table.fallbacks { paragraph(fallbacks, indent: 2, ink: .warning) }
    }

    mutating func writeHeap(_ report: Report) {
        guard let table = HeapTable(report, unicode: style.unicode) else { return }
        title(table.title)
        let rows = table.rows.map { row in
            row.map { TextRow(cells: [$0.label] + $0.cells) } ?? TextRow(cells: [ellipsis], ink: .faint)
        }
        self.table(
            [TextRow(cells: [""] + HeapTable.heading, ink: .faint)] + rows, widths: [11, 10, 10, 15, 12, 11, 9],
            indent: 2)
        if let note = table.note { paragraph(note, indent: 2, ink: .faint) }
    }

    mutating func writeMemory(_ report: Report) {
        guard let table = MemoryTable(report) else { return }
        title(table.title)
        for sentence in table.sentences { paragraph(sentence, indent: 2, hanging: 2) }
        for action in table.actions { field(arrow, action, gap: 3) }
        self.table(
            [TextRow(cells: [""] + MemoryTable.heading, ink: .faint)]
                + table.rows.map { TextRow(cells: [$0.label] + $0.cells) },
            widths: [36, 10, 8], indent: 2)
    }

    mutating func writeNotes(_ notes: [String]) {
        guard !notes.isEmpty else { return }
        title("Notes")
        for note in notes { paragraph("- \(note)", indent: 2, hanging: 2) }
    }
}
