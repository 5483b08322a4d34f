internal import Foundation
internal import OutliveModel
internal import OutliveReport

/// Writes the reports of a run that measured: the only place that does.
struct ReportWriter {
    let requests: [ReportRequest]
    /// Whether known growth is listed.
    let showsKnown: Bool
    private let sink = ReportSink(standard: STDOUT_FILENO)

    init(requests: [ReportRequest], showsKnown: Bool) {
        self.requests = requests
        self.showsKnown = showsKnown
    }

    /// Returns `true` if a report is printed, and not only written to files.
    var usesStandardStream: Bool { requests.contains { $0.file == nil } }

    /// Complains of files that cannot be written, before an hour has gone into measuring.
    ///
    /// - Returns: whether all can be written, as far as that can be known beforehand.
    func check() -> Bool { sink.check(requests.compactMap(\.file)) }

    /// Writes every report; what cannot be written to its file goes to standard output, so that nothing is lost.
    ///
    /// - Returns: whether every report went where it was to go.
    func write(_ report: Report) -> Bool {
        var good = true
        for request in requests {
            let style = request.file == nil ? Terminal.style(of: STDOUT_FILENO) : TextStyle()
            let context = ReportContext(
                style: style, root: checkout, showsKnown: showsKnown, source: SourceReader(root: checkout))
            do {
                let bytes = try request.format.reporter(context).bytes(for: report)
                good = sink.put(bytes, into: request.file) && good
            } catch {
                complain("cannot make the \(request.format.name) report: \(error)")
                good = false
            }
        }
        return good
    }

    /// The folder that code hosts name files by: what the runner says, else the one that the command runs in.
    private var checkout: String {
        let workspace = ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"] ?? ""
        return workspace.isEmpty ? FileManager.default.currentDirectoryPath : workspace
    }
}
