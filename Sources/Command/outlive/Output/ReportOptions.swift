internal import ArgumentParser
internal import Foundation
internal import OutliveReport

/// A format of `--report` or `--export`.
protocol OutputFormat: Sendable {
    static var names: [String] { get }
    var name: String { get }
    static func named(_ name: String) -> Self?
}

extension OutputFormat where Self: CaseIterable & RawRepresentable<String> {
    static var names: [String] { allCases.map(\.rawValue) }
    var name: String { rawValue }
    static func named(_ name: String) -> Self? { Self(rawValue: name) }
}

/// A format of `--report`, which is text by default.
protocol ReportingFormat: OutputFormat {
    static var text: Self { get }
    static var help: String { get }
}

extension ReportFormat: ReportingFormat {
    static var names: [String] { all.map(\.name) }
    static var help: String {
        "A report, to a file or standard output; repeat for more. (values: \(OutputRequest<Self>.forms))"
    }
}

extension ComparisonFormat: ReportingFormat {
    static var help: String { "A report as text, json or markdown, to a file or standard output; repeat for more." }
}

extension ListingFormat: ReportingFormat {
    static var help: String { "A report as text or json, to a file or in place of the summary; repeat for more." }
}

extension HeapFormat: ReportingFormat {
    static var names: [String] { all.map(\.name) }
    static func named(_ name: String) -> Self? { all.first { $0.name == name } }
    static var text: Self { .listing(.text) }
    static var help: String {
        "A report as text, json or html (a page to explore the heap in a browser), to a file or in place of the "
            + "summary; repeat for more."
    }
}

/// The options for the output of a run, a comparison, a census or a snapshot.
struct ReportOptions<Format: ReportingFormat>: ParsableArguments {
    @Option(
        name: .customLong("report"), parsing: .singleValue,
        help: .init("\(Format.help)", valueName: "format[=file]"), transform: OutputRequest.init(reading:))
    var reports: [OutputRequest<Format>] = []

    /// The requested reports, by default text on the standard stream.
    var requests: [OutputRequest<Format>] { reports.isEmpty ? [.usual] : reports }

    func validate() throws {
        var files: Set<ReportFile> = []
        for file in reports.compactMap(\.file) where !files.insert(file).inserted {
            throw ValidationError("two reports would be written to \(file.path): name another file for one")
        }
    }

    /// Refuses output files that are also inputs, and reading standard input twice.
    ///
    /// - Parameters:
    ///   - inputs: The paths of the inputs as given, where `-` is standard input.
    ///   - rewritten: The input that its own JSON may replace, because it is read before that.
    func check(inputs: [String], rewriting rewritten: String? = nil) throws {
        guard inputs.count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("standard input can be read once: give '-' once")
        }
        for request in reports {
            guard let file = request.file else { continue }
            for input in inputs where input != "-" && file.isSame(as: input) {
                if input == rewritten, request.format.name == "json" { continue }
                throw ValidationError("\(file.path) is the report \(input) itself: name another file")
            }
        }
    }
}

/// A `FORMAT[=FILE]` of `--report` or `--export`.
struct OutputRequest<Format: OutputFormat>: Sendable {
    let format: Format
    /// The output file, or `nil` for the standard stream.
    var file: ReportFile?

    /// `true` if it takes the place of a request.
    private(set) var isUsual = false

    init(format: Format) { self.format = format }

    /// Reads an argument.
    ///
    /// - Throws: `ValidationError` with a valid form.
    init(reading argument: String) throws {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let format = Format.named(parts[0]) else {
            let type = (argument as NSString).pathExtension.lowercased()
            if parts.count == 1, let format = formatsByFileType[type], Format.names.contains(format) {
                throw ValidationError("a file needs its format before it: write --report \(format)=\(argument)")
            }
            throw ValidationError("there is no such format; write one of \(Self.forms)")
        }
        guard parts.count == 1 || !parts[1].isEmpty else {
            throw ValidationError("there is no file after '\(argument)': write \(argument)FILE, or \(parts[0]) alone")
        }
        self.format = format
        file = parts.count == 1 ? nil : ReportFile(path: parts[1])
    }

    static var forms: String { Format.names.map { "\($0)[=FILE]" }.joined(separator: ", ") }
}

extension OutputRequest where Format: ReportingFormat {
    /// The report without any request: text on the standard stream.
    static var usual: OutputRequest {
        var request = OutputRequest(format: .text)
        request.isUsual = true
        return request
    }
}

private let formatsByFileType = [
    "txt": "text", "text": "text", "json": "json", "xml": "junit", "md": "markdown", "markdown": "markdown",
    "sarif": "sarif", "csv": "csv", "ndjson": "ndjson", "jsonl": "ndjson", "html": "html", "htm": "html",
]
