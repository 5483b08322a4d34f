internal import ArgumentParser
internal import Foundation

/// A file for `--config`: options of `outlive bench` or `outlive soak` in YAML, by their long names.
///
/// Its entries become arguments, so that one parser reads both with the same rules. Each entry is first parsed alone,
/// so that an error has a line number.
struct ConfigFile {
    /// The path as given.
    let path: String
    /// The entries in the order of the file.
    let entries: [Entry]

    /// An option with one of its values.
    struct Entry: Hashable {
        /// The long name of the option, without dashes.
        let name: String
        let value: String
        /// The line, counted from 1.
        let line: Int

        /// The option as command-line arguments, empty for a flag that is `false`.
        var arguments: [String] {
            guard ConfigFile.flags.contains(name) else { return ["--\(name)=\(value)"] }
            return value == "true" ? ["--\(name)"] : []
        }
    }

    /// The flags. On the command line they have no value, in a file `true` or `false`.
    private static let flags = ["heap", "show-known"]

    /// Reads the file.
    ///
    /// - Parameter options: The type that parses the options of the command.
    /// - Throws: `ValidationError` of one line with the place, if the file or an entry cannot be used.
    init(path: String, of options: any ParsableArguments.Type) throws {
        self.path = path
        entries = try OptionsYAML(file: YAMLFile(reading: path, kind: "file of options")).entries()
        for entry in entries { try Self.check(entry, in: path, options) }
    }

    /// Returns the folder for `{here}`: that of the file, or the current one without a file.
    static func folder(of path: String?) -> String {
        let folder = path.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        return (folder ?? URL(fileURLWithPath: ".")).standardizedFileURL.path
    }

    private static func check(_ entry: Entry, in path: String, _ options: any ParsableArguments.Type) throws {
        guard !flags.contains(entry.name) || ["true", "false"].contains(entry.value) else {
            throw ValidationError("\(path):\(entry.line): '\(entry.name)' must be true or false")
        }
        do {
            _ = try options.parse(entry.arguments)
        } catch {
            let isRefused = options.exitCode(for: error) == .validationFailure
            let reason = isRefused ? options.message(for: error) : "'\(entry.name)' is not an option for a file"
            // Values of several lines are quoted on one.
            let line = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
            throw ValidationError("\(path):\(entry.line): \(line)")
        }
    }
}
