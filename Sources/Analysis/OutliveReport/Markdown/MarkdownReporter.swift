package import OutliveModel

/// The report in Markdown for a job summary or a comment: the verdict, then tables, with long parts collapsed.
///
/// It uses what GitHub and GitLab have in common. GitHub accepts at most 1 MiB for the summary of a step. Parts beyond
/// 900 KiB are left out, and a note says so.
package struct MarkdownReporter: Reporter {
    /// The maximum size in bytes, with room for what else a step adds.
    private static let limit = 900 * 1024

    /// Creates a reporter.
    package init() {}

    /// Returns the report in UTF-8, with at most 900 KiB.
    package func bytes(for report: Report) -> [UInt8] {
        let report = report.foldingUntraced
        let note = "*Some parts are left out, as they would be too long: see the JSON report.*\n"
        var text = ""
        var isWhole = true
        for part in report.markdownParts {
            guard text.utf8.count + part.utf8.count + 2 + note.utf8.count <= Self.limit else {
                isWhole = false
                continue
            }
            text += part + "\n\n"
        }
        return Array((isWhole ? String(text.dropLast()) : text + note).utf8)
    }
}

extension ReportFormat {
    /// A summary for pages that show Markdown.
    package static let markdown = ReportFormat(name: "markdown") { _ in MarkdownReporter() }
}
