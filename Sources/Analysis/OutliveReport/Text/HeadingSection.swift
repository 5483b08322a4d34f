internal import OutliveModel

extension Page {
    /// Writes the plan of the run and its surroundings.
    mutating func writeHeading(_ report: Report) {
        let table = PlanTable(report)
        paragraph("Outlive \(report.toolVersion): \(table.subject)", indent: 0, ink: .strong)
        for row in table.asked + table.surroundings {
            field(row.label, row.value, ink: row.isWarning ? .warning : .plain)
        }
    }

    /// Writes the notes on the origin of the figures.
    mutating func writeNotes(_ notes: [String]) {
        guard !notes.isEmpty else { return }
        title("Notes")
        for note in notes { paragraph("- \(note)", indent: 2, hanging: 2) }
    }
}
