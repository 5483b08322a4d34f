internal import ArgumentParser
internal import Foundation

/// The two parts of a `FORMAT[=FILE]` of `--report`.
struct FormatAndFile {
    /// The name of the format, one of those that the option takes.
    let format: String
    /// The output file, or `nil` for the standard stream.
    let file: ReportFile?

    /// Reads the argument.
    ///
    /// - Parameter formats: The names of the formats that the option takes.
    /// - Throws: `ValidationError` with a valid form.
    init(_ argument: String, formats: [String]) throws(ValidationError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard formats.contains(parts[0]) else {
            throw ValidationError(
                Self.complaint(about: argument, isAlone: parts.count == 1, formats))
        }
        guard parts.count == 1 || !parts[1].isEmpty else {
            throw ValidationError("there is no file after '\(argument)': write \(argument)FILE, or \(parts[0]) alone")
        }
        format = parts[0]
        file = parts.count == 1 ? nil : ReportFile(path: parts[1])
    }

    private static func complaint(about argument: String, isAlone: Bool, _ formats: [String]) -> String {
        let isKnown = fileTypes[(argument as NSString).pathExtension.lowercased()].flatMap { format in
            formats.contains(format) ? format : nil
        }
        if isAlone, let format = isKnown {
            return "a file needs its format before it: write --report \(format)=\(argument)"
        }
        return "there is no such format; write one of \(list(formats))"
    }

    private static let fileTypes = [
        "txt": "text", "text": "text", "json": "json", "xml": "junit", "md": "markdown", "markdown": "markdown",
        "sarif": "sarif", "csv": "csv", "html": "html", "htm": "html",
    ]

    /// Returns the formats for the help text of an option.
    static func help(_ formats: [String]) -> String { "(values: \(list(formats)))" }

    private static func list(_ formats: [String]) -> String { formats.map { "\($0)[=FILE]" }.joined(separator: ", ") }
}
