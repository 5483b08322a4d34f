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

    /// The most that is read, in bytes.
    private static let limit = 1 << 20

    /// Reads the file.
    ///
    /// - Parameter options: what reads the options of the command.
    /// - Throws: `ValidationError` of one line with the place, when it cannot be read or an entry cannot be used.
    init(path: String, of options: any ParsableArguments.Type) throws {
        self.path = path
        entries = try OptionsYAML(text: try Self.text(path), path: path).entries()
        for entry in entries { try Self.check(entry, in: path, options) }
    }

    /// The folder that it is in, which `{here}` stands for; without a file, the current one.
    static func folder(of path: String?) -> String {
        let folder = path.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        return (folder ?? URL(fileURLWithPath: ".")).standardizedFileURL.path
    }

    private static func text(_ path: String) throws -> String {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw ValidationError("cannot read '\(path)': \(SystemError(code: errno)); name a file of options")
        }
        let data: Data
        do {
            // No more than the limit, whatever it is: /dev/zero never ends.
            data = try handle.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw ValidationError("cannot read '\(path)': name a file of options, no folder")
        }
        guard data.count <= limit else {
            throw ValidationError("\(path) has more than \(limit) bytes: name a file of options")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw ValidationError("\(path):\(lineOfFirstError(data)): this is no UTF-8 text: save the file as UTF-8")
        }
        return text
    }

    private static func lineOfFirstError(_ data: Data) -> Int {
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return 1 + (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0)
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
