internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveReport

/// The options for the output of a census.
struct CensusOutput: ParsableArguments {
    @Option(
        name: .customLong("report"), parsing: .singleValue,
        help: ArgumentHelp(
            "A report as text or json, to a file or in place of the summary; repeat for more.",
            valueName: "format[=file]"), transform: CensusRequest.init(reading:))
    var reports: [CensusRequest] = []

    /// The requested reports, by default text on the standard stream.
    var requests: [CensusRequest] { reports.isEmpty ? [CensusRequest(format: .text, file: nil)] : reports }

    func validate() throws {
        var files: Set<ReportFile> = []
        for file in reports.compactMap(\.file) where !files.insert(file).inserted {
            throw ValidationError("two reports would be written to \(file.path): name another file for one")
        }
    }
}

/// A `--report FORMAT[=FILE]` of a census.
struct CensusRequest {
    let format: CensusFormat
    /// The output file, or `nil` for the standard stream.
    let file: ReportFile?

    init(format: CensusFormat, file: ReportFile?) {
        self.format = format
        self.file = file
    }

    /// Reads an argument.
    ///
    /// - Throws: `ValidationError` if the argument is not valid.
    init(reading argument: String) throws {
        let parts = try FormatAndFile(argument, formats: CensusFormat.allCases.map(\.rawValue))
        guard let format = CensusFormat(rawValue: parts.format) else {
            throw ValidationError("there is no such format")
        }
        self.init(format: format, file: parts.file)
    }
}

/// A writer of the reports of a census or a snapshot.
struct CensusWriter {
    let requests: [CensusRequest]
    private let standard: Int32
    private let sink: ReportSink

    /// Creates a writer.
    ///
    /// - Parameter standard: The stream for reports without a file.
    init(requests: [CensusRequest], standard: Int32) {
        self.requests = requests
        self.standard = standard
        sink = ReportSink(standard: standard)
    }

    /// Returns `true` if a report is printed, and not only written to files.
    var usesStandardStream: Bool { requests.contains { $0.file == nil } }

    /// Returns `true` if all files can be written, and complains of others: see `ReportSink`.
    func check() -> Bool { sink.check(requests.compactMap(\.file)) }

    /// Writes all reports of a census.
    ///
    /// - Returns: `true` if each report was written to its target.
    func write(_ report: CensusReport) -> Bool {
        // A file has room for all types, a terminal only for the largest.
        write { request, style in
            try request.format.bytes(for: report, style: style, isBrief: request.file == nil)
        }
    }

    /// Writes all reports of a snapshot.
    ///
    /// - Parameter limit: The number of types and objects shown on a terminal.
    /// - Returns: `true` if each report was written to its target.
    func write(_ report: SnapshotReport, limit: Int) -> Bool {
        write { request, style in
            try request.format.bytes(for: report, style: style, limit: request.file == nil ? limit : nil)
        }
    }

    private func write(_ bytes: (CensusRequest, TextStyle) throws -> [UInt8]) -> Bool {
        var good = true
        for request in requests {
            do {
                let style = request.file == nil ? Terminal.style(of: standard) : TextStyle()
                good = sink.put(try bytes(request, style), into: request.file) && good
            } catch {
                complain("cannot make the \(request.format.rawValue) report: \(error)")
                good = false
            }
        }
        return good
    }
}
