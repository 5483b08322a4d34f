extension ReportFormat {
    /// All formats, in the order of the help text.
    package static let all: [ReportFormat] = [
        .text, .json, .junit, .github, .markdown, .sarif, .customSmallerIsBetter, .csv, .ndjson, .html,
    ]

    package static func named(_ name: String) -> ReportFormat? { all.first { $0.name == name } }
}
