internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveReport

/// A writer of requested reports, to files and one of the standard streams.
struct ReportWriter<Format: ReportingFormat> {
    private let requests: [OutputRequest<Format>]
    private let sink: ReportSink

    /// Creates a writer, after checking that files can be written.
    ///
    /// - Parameter standard: The stream for reports without a file.
    /// - Throws: `ExitCode.failed`, after complaining of the obstacles.
    init(_ requests: [OutputRequest<Format>], standard: Int32 = STDOUT_FILENO) throws {
        self.requests = requests
        sink = ReportSink(standard: standard)
        guard sink.check(requests.compactMap(\.file)) else { throw ExitCode.failed }
    }

    /// Returns `true` if a report is printed, and not only written to files.
    var usesStandardStream: Bool { requests.contains { $0.file == nil } }

    /// Writes all reports, those whose files cannot be written to the stream.
    ///
    /// - Returns: `true` if each report was written to its target.
    func write(_ bytes: (OutputRequest<Format>, TextStyle) throws -> [UInt8]) -> Bool {
        var good = true
        for request in requests {
            do {
                let style = request.file == nil ? Terminal.style(of: sink.standard) : TextStyle()
                good = sink.put(try bytes(request, style), into: request.file) && good
            } catch {
                complain("cannot make the \(request.format.name) report: \(error)")
                good = false
            }
        }
        return good
    }
}

extension ReportWriter<ReportFormat> {
    /// Writes all reports of a run.
    ///
    /// - Parameter showsKnown: `true` to list known growth.
    /// - Returns: `true` if each report was written to its target.
    func write(_ report: Report, showsKnown: Bool) -> Bool {
        // Paths are relative to the workspace of the CI runner, or the working directory.
        let workspace = ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"] ?? ""
        let checkout = workspace.isEmpty ? FileManager.default.currentDirectoryPath : workspace
        let options = PresentationOptions(
            root: checkout, showsKnown: showsKnown, source: SourceReader(root: checkout))
        let shown = Presentation(report, options)
        return write { request, style in try request.format.bytes(for: shown, style: style) }
    }
}

extension ReportWriter<CensusFormat> {
    /// Writes all reports of a census.
    func write(_ report: CensusReport) -> Bool {
        // A file has room for all types, a terminal only for the largest.
        write { request, style in
            try request.format.bytes(for: report, style: style, isBrief: request.file == nil)
        }
    }
}
