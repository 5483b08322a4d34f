internal import Foundation
internal import OutliveModel
internal import OutliveReport

/// The only writer of the reports of a run.
struct ReportWriter {
    let requests: [ReportRequest]
    /// `true` to list known growth.
    let showsKnown: Bool
    private let sink = ReportSink(standard: STDOUT_FILENO)

    init(requests: [ReportRequest], showsKnown: Bool) {
        self.requests = requests
        self.showsKnown = showsKnown
    }

    /// Returns `true` if a report is printed, and not only written to files.
    var usesStandardStream: Bool { requests.contains { $0.file == nil } }

    /// Checks before a measurement that files can be written, and complains of others.
    ///
    /// - Returns: `true` if no obstacle is known beforehand.
    func check() -> Bool { sink.check(requests.compactMap(\.file)) }

    /// Writes all reports, those whose files cannot be written to standard output.
    ///
    /// - Returns: `true` if each report was written to its target.
    func write(_ report: Report) -> Bool {
        let options = PresentationOptions(
            root: checkout, showsKnown: showsKnown, source: SourceReader(root: checkout))
        let shown = Presentation(report, options)
        var good = true
        for request in requests {
            let style = request.file == nil ? Terminal.style(of: STDOUT_FILENO) : TextStyle()
            do {
                let bytes = try request.format.bytes(for: shown, style: style)
                good = sink.put(bytes, into: request.file) && good
            } catch {
                complain("cannot make the \(request.format.name) report: \(error)")
                good = false
            }
        }
        return good
    }

    /// The checkout that paths of reports are relative to: the workspace of the CI runner, or the working directory.
    private var checkout: String {
        let workspace = ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"] ?? ""
        return workspace.isEmpty ? FileManager.default.currentDirectoryPath : workspace
    }
}
