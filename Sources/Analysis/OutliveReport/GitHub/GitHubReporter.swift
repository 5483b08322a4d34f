package import OutliveModel

/// The report as annotations of a GitHub Actions run: commands that a step prints and the runner reads.
///
/// GitHub shows about ten annotations of each level and step. Each cause has one annotation. The last one of a level
/// has the number of omitted ones.
package struct GitHubReporter: Reporter {
    private static let most = 10

    private let root: String

    /// Creates a reporter.
    ///
    /// - Parameter root: The absolute path of the checkout. Only files below it are annotated.
    package init(root: String = "") {
        self.root = root
    }

    /// Returns one command per line in UTF-8, errors first and the summary line last.
    package func bytes(for report: Report) -> [UInt8] {
        let report = report.foldingUntraced
        let all = report.annotations(root: root)
        let shown = WorkflowCommand.Level.allCases.flatMap { level in
            Self.limited(all.filter { $0.level == level }, level)
        }
        return Array(shown.map { $0.line + "\n" }.joined().utf8)
    }

    private static func limited(_ all: [WorkflowCommand], _ level: WorkflowCommand.Level) -> [WorkflowCommand] {
        guard all.count > most else { return all }
        let more = counted(all.count - most + 1, "more \(level.rawValue)")
        return all.prefix(most - 1) + [
            WorkflowCommand(level: level, title: "Outlive: \(more)", message: ["See the text or the JSON report."])
        ]
    }
}

extension ReportFormat {
    /// Annotations of a GitHub Actions run.
    package static let github = ReportFormat(name: "github") { GitHubReporter(root: $0.root) }
}
