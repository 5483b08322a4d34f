internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveReport

/// Where the reports of a comparison go.
struct ComparisonOutput: ParsableArguments {
    @Option(
        name: .customLong("report"), parsing: .singleValue,
        help: ArgumentHelp(
            "A report, text, json or markdown, to a file or else to standard output; repeat for more.",
            valueName: "format[=file]"), transform: ComparisonRequest.init(reading:))
    var reports: [ComparisonRequest] = []

    /// What is to be written; text, where nothing was asked for.
    var requests: [ComparisonRequest] { reports.isEmpty ? [ComparisonRequest(format: .text, file: nil)] : reports }

    func validate() throws {
        var files: Set<ReportFile> = []
        for file in reports.compactMap(\.file) where !files.insert(file).inserted {
            throw ValidationError("two reports are to go to \(file.path): name another file for one")
        }
    }
}

/// One `--report FORMAT[=FILE]` of a comparison.
struct ComparisonRequest {
    let format: ComparisonFormat
    /// The file to write; none: standard output.
    let file: ReportFile?

    init(format: ComparisonFormat, file: ReportFile?) {
        self.format = format
        self.file = file
    }

    /// Reads an argument.
    ///
    /// - Throws: `ValidationError` if it is none.
    init(reading argument: String) throws {
        let parts = try FormatAndFile(argument, formats: ComparisonFormat.allCases.map(\.rawValue))
        guard let format = ComparisonFormat(rawValue: parts.format) else {
            throw ValidationError("there is no such format")
        }
        self.init(format: format, file: parts.file)
    }
}

/// Writes the reports of a comparison.
struct ComparisonWriter {
    let requests: [ComparisonRequest]
    private let sink = ReportSink(standard: STDOUT_FILENO)

    init(requests: [ComparisonRequest]) {
        self.requests = requests
    }

    /// Complains of files that cannot be written; see `ReportSink`.
    func check() -> Bool { sink.check(requests.compactMap(\.file)) }

    /// Writes every report.
    ///
    /// - Returns: whether every report went where it was to go.
    func write(_ comparison: ReportComparison) -> Bool {
        var good = true
        for request in requests {
            do {
                let style = request.file == nil ? Terminal.style(of: STDOUT_FILENO) : TextStyle()
                good = sink.put(try request.format.bytes(for: comparison, style: style), into: request.file) && good
            } catch {
                complain("cannot make the \(request.format.rawValue) report: \(error)")
                good = false
            }
        }
        return good
    }
}
