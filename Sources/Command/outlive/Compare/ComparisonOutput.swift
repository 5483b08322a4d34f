internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveReport

/// The options for the output of a comparison.
struct ComparisonOutput: ParsableArguments {
    @Option(
        name: .customLong("report"), parsing: .singleValue,
        help: ArgumentHelp(
            "A report as text, json or markdown, to a file or standard output; repeat for more.",
            valueName: "format[=file]"), transform: ComparisonRequest.init(reading:))
    var reports: [ComparisonRequest] = []

    /// The requested reports, by default text on standard output.
    var requests: [ComparisonRequest] { reports.isEmpty ? [ComparisonRequest(format: .text, file: nil)] : reports }

    func validate() throws {
        var files: Set<ReportFile> = []
        for file in reports.compactMap(\.file) where !files.insert(file).inserted {
            throw ValidationError("two reports would be written to \(file.path): name another file for one")
        }
    }
}

/// A `--report FORMAT[=FILE]` of a comparison.
struct ComparisonRequest {
    let format: ComparisonFormat
    /// The output file, or `nil` for standard output.
    let file: ReportFile?

    init(format: ComparisonFormat, file: ReportFile?) {
        self.format = format
        self.file = file
    }

    /// Reads an argument.
    ///
    /// - Throws: `ValidationError` if the argument is not valid.
    init(reading argument: String) throws {
        let parts = try FormatAndFile(argument, formats: ComparisonFormat.allCases.map(\.rawValue))
        guard let format = ComparisonFormat(rawValue: parts.format) else {
            throw ValidationError("there is no such format")
        }
        self.init(format: format, file: parts.file)
    }
}

/// A writer of the reports of a comparison.
struct ComparisonWriter {
    let requests: [ComparisonRequest]
    private let sink = ReportSink(standard: STDOUT_FILENO)

    init(requests: [ComparisonRequest]) {
        self.requests = requests
    }

    /// Returns `true` if all files can be written, and complains of others: see `ReportSink`.
    func check() -> Bool { sink.check(requests.compactMap(\.file)) }

    /// Writes all reports.
    ///
    /// - Returns: `true` if each report was written to its target.
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
