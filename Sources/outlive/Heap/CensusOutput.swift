internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveReport

/// Where the reports of a census go.
struct CensusOutput: ParsableArguments {
    @Option(
        name: .customLong("report"), parsing: .singleValue,
        help: ArgumentHelp(
            "A report, text or json, to a file or else to where the summary goes; repeat for more.",
            valueName: "format[=file]"), transform: CensusRequest.init(reading:))
    var reports: [CensusRequest] = []

    /// What is to be written; text, where nothing was asked for.
    var requests: [CensusRequest] { reports.isEmpty ? [CensusRequest(format: .text, file: nil)] : reports }

    func validate() throws {
        var files: Set<ReportFile> = []
        for file in reports.compactMap(\.file) where !files.insert(file).inserted {
            throw ValidationError("two reports are to go to \(file.path): name another file for one")
        }
    }
}

/// One `--report FORMAT[=FILE]` of a census.
struct CensusRequest {
    let format: CensusFormat
    /// The file to write; none: the standard stream.
    let file: ReportFile?

    init(format: CensusFormat, file: ReportFile?) {
        self.format = format
        self.file = file
    }

    /// Reads an argument.
    ///
    /// - Throws: `ValidationError` if it is none.
    init(reading argument: String) throws {
        let parts = try FormatAndFile(argument, formats: CensusFormat.allCases.map(\.rawValue))
        guard let format = CensusFormat(rawValue: parts.format) else {
            throw ValidationError("there is no such format")
        }
        self.init(format: format, file: parts.file)
    }
}

/// Writes the reports of a census.
struct CensusWriter {
    let requests: [CensusRequest]
    private let standard: Int32
    private let sink: ReportSink

    /// Makes a writer.
    ///
    /// - Parameter standard: the stream for what has no file.
    init(requests: [CensusRequest], standard: Int32) {
        self.requests = requests
        self.standard = standard
        sink = ReportSink(standard: standard)
    }

    /// Returns `true` if a report is printed, and not only written to files.
    var usesStandardStream: Bool { requests.contains { $0.file == nil } }

    /// Complains of files that cannot be written; see `ReportSink`.
    func check() -> Bool { sink.check(requests.compactMap(\.file)) }

    /// Writes every report.
    ///
    /// - Returns: whether every report went where it was to go.
    func write(_ report: CensusReport) -> Bool {
        // A file has room for all types, and a terminal for the largest.
        write { request, style in
            try request.format.bytes(for: report, style: style, types: request.file == nil ? .standard : nil)
        }
    }

    /// Writes every report of a snapshot.
    ///
    /// - Parameter limit: how many types and objects a terminal is to show.
    /// - Returns: whether every report went where it was to go.
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
