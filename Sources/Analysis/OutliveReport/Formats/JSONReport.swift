internal import OutliveModel

extension ReportFormat {
    /// The complete report as JSON. `docs/report-format.md` describes the format.
    package static let json = ReportFormat(name: "json") { shown, _ in
        try jsonDocument(
            JSONDocument(
                value: shown.stored, outcome: shown.outcome, summary: shown.summaryLine,
                causes: shown.causes.map { CauseDocument(cause: $0) },
                filling: shown.filling.isEmpty ? nil : shown.filling.map { CauseDocument(cause: $0) }))
    }
}
