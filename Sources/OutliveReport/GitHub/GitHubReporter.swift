public import OutliveModel

/// The report as annotations of a GitHub Actions run: commands that a step prints and the runner reads.
///
/// GitHub shows about ten of each level and step; each cause is one annotation, and the last says how many there would be
/// more.
public struct GitHubReporter: Reporter {
    /// How many of each level are shown.
    private static let most = 10

    private let root: String

    /// Makes a reporter.
    ///
    /// - Parameter root: the absolute path of the checkout; files below it are annotated.
    public init(root: String = "") {
        self.root = root
    }

    /// One command a line as UTF-8, errors first, the summary line last.
    public func bytes(for report: Report) -> [UInt8] {
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
    public static let github = ReportFormat(name: "github") { GitHubReporter(root: $0.root) }
}
