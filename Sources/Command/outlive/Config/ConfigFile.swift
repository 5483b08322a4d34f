internal import ArgumentParser
internal import Foundation
internal import OutliveYAML
internal import Yams

/// A file for `--config`: options of `outlive bench` or `outlive soak` in YAML, by their long names.
///
/// Its entries become arguments, so that one parser reads both with the same rules. Each entry is first parsed alone,
/// so that an error has a line number.
struct ConfigFile {
    let path: String
    let entries: [Entry]

    /// An option with one of its values.
    struct Entry: Hashable {
        let name: String
        let value: String
        let line: Int

        /// The option as command-line arguments, empty for a flag that is `false`.
        var arguments: [String] {
            guard ConfigFile.flags.contains(name) else { return ["--\(name)=\(value)"] }
            return value == "true" ? ["--\(name)"] : []
        }
    }

    /// The flags, which have no value on the command line, and `true` or `false` in a file.
    private static let flags = ["attach", "heap", "show-known"]

    /// Reads the file.
    ///
    /// - Parameter options: The type that parses the options of the command.
    /// - Throws: `YAMLError` or `ValidationError` with the place, if the file or an entry cannot be used.
    init(path: String, of options: any ParsableArguments.Type) throws {
        self.path = path
        entries = try OptionsYAML(file: YAMLFile(reading: path, kind: "file of options")).entries()
        for entry in entries { try Self.check(entry, in: path, options) }
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

/// Options in YAML: a mapping of names to a value, or to a list of values for repeatable options.
struct OptionsYAML {
    let file: YAMLFile

    /// Returns the entries in the order of the file.
    ///
    /// - Throws: `YAMLError` with the place.
    func entries() throws -> [ConfigFile.Entry] {
        guard let root = try file.root() else {
            throw file.error(1, "the file is empty: write options as 'name: value'")
        }
        guard let options = root.mapping else {
            throw file.error(at: root, "this is not a mapping: write options as 'name: value'")
        }
        return try options.flatMap { key, value in try entries(name(key), value) }
    }

    private func name(_ key: Node) throws -> String {
        guard let name = key.scalar?.string, name.wholeMatch(of: /[a-z][a-z-]*/) != nil else {
            throw file.error(
                at: key, "'\(key.scalar?.string ?? "…")' is not the name of an option: write it without dashes")
        }
        return name
    }

    private func entries(_ name: String, _ value: Node) throws -> [ConfigFile.Entry] {
        if let text = try text(value) { return [ConfigFile.Entry(name: name, value: text, line: file.line(of: value))] }
        guard let list = value.sequence, Self.lists.contains(name) else {
            let lists = Self.lists.dropLast().joined(separator: ", ") + " and " + (Self.lists.last ?? "")
            throw file.error(at: value, "'\(name)' must be one text or number (lists are for \(lists))")
        }
        return try list.map { item in
            guard let text = try text(item) else {
                throw file.error(at: item, "the items of the list '\(name)' must be text, as on the command line")
            }
            return ConfigFile.Entry(name: name, value: text, line: file.line(of: item))
        }
    }

    private func text(_ node: Node) throws -> String? {
        guard let text = try file.text(node) else { return nil }
        guard !text.contains("\0") else { throw file.error(at: node, "an option cannot contain a NUL: remove it") }
        return text
    }

    private static let lists = ["arm", "arm-done", "expect", "min-speedup", "report"]
}
