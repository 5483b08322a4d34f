internal import ArgumentParser
internal import Yams

/// Options in YAML: a mapping of names to a value, or to a list of values where an option can be repeated.
struct OptionsYAML {
    let text: String
    /// The file's path, for messages.
    let path: String

    /// The entries in the file's order.
    ///
    /// - Throws: `ValidationError` of one line with the place.
    func entries() throws -> [ConfigFile.Entry] {
        try refuseAliases()
        guard let root = try composed() else { throw error(1, "the file is empty: write options as 'name: value'") }
        guard let options = root.mapping else {
            throw error(line(of: root), "this is no mapping: write options as 'name: value'")
        }
        return try options.flatMap { key, value in try entries(name(key), value) }
    }

    private func name(_ key: Node) throws -> String {
        guard let name = key.scalar?.string, name.wholeMatch(of: /[a-z][a-z-]*/) != nil else {
            throw error(line(of: key), "'\(key.scalar?.string ?? "…")' is no option's name: write it without dashes")
        }
        return name
    }

    private func entries(_ name: String, _ value: Node) throws -> [ConfigFile.Entry] {
        if let text = try text(value) {
            return [ConfigFile.Entry(name: name, value: text, line: line(of: value))]
        }
        guard let list = value.sequence, Self.lists.contains(name) else {
            let lists = Self.lists.joined(separator: " and ")
            throw error(line(of: value), "'\(name)' is to be one text or number (lists are for \(lists))")
        }
        return try list.map { item in
            guard let text = try text(item) else {
                throw error(line(of: item), "what is in the list '\(name)' has to be text, as on the command line")
            }
            return ConfigFile.Entry(name: name, value: text, line: line(of: item))
        }
    }

    /// The text of a scalar; nil of anything else.
    ///
    /// Whatever type YAML sees in it: `leaks: off` is no truth value here.
    private func text(_ node: Node) throws -> String? {
        guard let scalar = node.scalar else { return nil }
        let text = scalar.string
        guard scalar.style != .plain || !["~", "null", "Null", "NULL"].contains(text) else {
            throw error(line(of: node), "there is no value: write one, or take the line out")
        }
        guard !text.contains("\0") else { throw error(line(of: node), "no command can be given a NUL: leave it out") }
        return text
    }

    /// The options that can be repeated.
    private static let lists = ["expect", "report"]

    /// Refuses what refers to another place of the file.
    ///
    /// Options need none, and the reader would take for ever over nested ones. An alias begins a key, a value or an
    /// item of a list, and has an anchor before it; else a star is a star, or the reader complains by itself.
    private func refuseAliases() throws {
        let alias = /(?:^[ \t]*|[-:?][ \t]+|[\[{,][ \t]*)(\*[^\s*,\]}]+)/
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard !line.drop(while: \.isWhitespace).hasPrefix("#"), let match = line.firstMatch(of: alias) else {
                continue
            }
            guard text.contains("&\(match.1.dropFirst())") else { continue }
            throw error(index + 1, "'\(match.1)' would be a YAML alias, which is not taken: write the value out")
        }
    }

    private func composed() throws -> Node? {
        do {
            return try compose(yaml: text)
        } catch let yaml as YamlError {
            throw complaint(yaml)
        }
    }

    /// The reader's complaint in one line with the place.
    private func complaint(_ yaml: YamlError) -> ValidationError {
        switch yaml {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            error(mark.line, "this is no YAML: \([context?.text, problem].compactMap(\.self).joined(separator: " "))")
        case .duplicatedKeysInMapping(let keys, let context):
            error(context.mark.line, "'\(keys.joined(separator: "', '"))' is given more than once: keep one")
        case .reader(let problem, _, _, _):
            error(1, "this is no YAML: \(problem)")
        default:
            error(1, "this cannot be read as YAML")
        }
    }

    private func line(of node: Node) -> Int { node.mark?.line ?? 1 }

    private func error(_ line: Int, _ reason: String) -> ValidationError {
        ValidationError("\(path):\(line): \(reason)")
    }
}
