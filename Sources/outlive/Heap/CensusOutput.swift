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
            valueName: "format[=file]"))
    private var reports: [CensusRequest] = []

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
struct CensusRequest: ExpressibleByArgument {
    let format: CensusFormat
    /// The file to write; none: the standard stream.
    let file: ReportFile?

    init(format: CensusFormat, file: ReportFile?) {
        self.format = format
        self.file = file
    }

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let format = CensusFormat(rawValue: String(parts[0])), parts.count == 1 || !parts[1].isEmpty else {
            return nil
        }
        self.init(format: format, file: parts.count == 1 ? nil : ReportFile(path: String(parts[1])))
    }

    static var allValueStrings: [String] { CensusFormat.allCases.map { "\($0.rawValue)[=FILE]" } }
}

/// A format that a census can be reported in.
enum CensusFormat: String, CaseIterable {
    case text
    case json
}

/// Writes the reports of a census.
struct CensusWriter {
    let requests: [CensusRequest]
    private let sink: ReportSink

    /// Makes a writer.
    ///
    /// - Parameter standard: the stream for what has no file.
    init(requests: [CensusRequest], standard: Int32) {
        self.requests = requests
        sink = ReportSink(standard: standard)
    }

    /// Complains of files that cannot be written; see `ReportSink`.
    func check() -> Bool { sink.check(requests.compactMap(\.file)) }

    /// Writes every report.
    ///
    /// - Returns: whether every report went where it was to go.
    func write(_ report: CensusReport) -> Bool {
        var good = true
        for request in requests {
            do {
                good = sink.put(try bytes(of: report, request), into: request.file) && good
            } catch {
                complain("cannot make the \(request.format.rawValue) report: \(error)")
                good = false
            }
        }
        return good
    }

    private func bytes(of report: CensusReport, _ request: CensusRequest) throws -> [UInt8] {
        switch request.format {
        case .text: return Array(report.provisionalText.utf8)
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try Array(encoder.encode(report)) + [UInt8(ascii: "\n")]
        }
    }
}

extension CensusReport {
    fileprivate var provisionalText: String {
        var lines: [String] = []
        for process in processes {
            let census = process.census
            lines.append("\(process.executable) (\(process.processID)): \(census.objects) objects, \(census.bytes) bytes")
            let types = Dictionary(grouping: census.rows.filter { $0.state == .alive }, by: \.type)
            let sums = types.map { ($0, $1.reduce(0) { $0 + $1.count }, $1.reduce(0) { $0 + $1.bytes }, $1) }
            for (type, count, bytes, rows) in sums.sorted(by: { ($1.2, $0.0) < ($0.2, $1.0) }).prefix(20) {
                lines.append("  \(count)  \(bytes) B  \(type)")
                let first = rows.max { $0.bytes < $1.bytes }
                if let stack = first?.stack, let symbol = census.stacks[stack].userSymbols.first {
                    lines.append("      \(symbol.function) \(symbol.file ?? "")\(symbol.line.map { ":\($0)" } ?? "")")
                }
            }
        }
        return (lines + failures.map { "no census: \($0.message)" }).joined(separator: "\n") + "\n"
    }
}
