internal import ArgumentParser
internal import Foundation

/// The file of `--config FILE`: options of `outlive bench` or `outlive soak` in YAML, under their long names.
///
/// Its entries become arguments. So one parser reads what is typed and what is in a file, by the same rules; each
/// entry is tried by itself first, so that a wrong one is refused with its line.
struct ConfigFile {
    /// Its path, as given.
    let path: String
    /// Its entries in the file's order.
    let entries: [Entry]

    /// One option and one of its values.
    struct Entry: Hashable {
        /// The option's long name, without dashes.
        let name: String
        let value: String
        /// Counted from 1.
        let line: Int

        /// The option as it would be typed; nothing for a flag that is not to be.
        var arguments: [String] {
            guard ConfigFile.flags.contains(name) else { return ["--\(name)=\(value)"] }
            return value == "true" ? ["--\(name)"] : []
        }
    }

    /// The options that have no value when they are typed; in a file they are `true` or `false`.
    private static let flags = ["heap", "show-known"]

    /// Reads the file.
    ///
    /// - Parameter options: what reads the options of the command.
    /// - Throws: `ValidationError` of one line with the place, when it cannot be read or an entry cannot be used.
    init(path: String, of options: any ParsableArguments.Type) throws {
        self.path = path
        entries = try OptionsYAML(file: YAMLFile(reading: path, kind: "file of options")).entries()
        for entry in entries { try Self.check(entry, in: path, options) }
    }

    /// The folder that it is in, which `{here}` stands for; without a file, the current one.
    static func folder(of path: String?) -> String {
        let folder = path.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        return (folder ?? URL(fileURLWithPath: ".")).standardizedFileURL.path
    }

    /// Lets the parser of the command line see one entry alone.
    private static func check(_ entry: Entry, in path: String, _ options: any ParsableArguments.Type) throws {
        guard !flags.contains(entry.name) || ["true", "false"].contains(entry.value) else {
            throw ValidationError("\(path):\(entry.line): '\(entry.name)' is to be true or false")
        }
        do {
            _ = try options.parse(entry.arguments)
        } catch {
            let isRefused = options.exitCode(for: error) == .validationFailure
            let reason = isRefused ? options.message(for: error) : "'\(entry.name)' is no option of a file"
            // A value over several lines is quoted in one.
            let line = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
            throw ValidationError("\(path):\(entry.line): \(line)")
        }
    }
}
