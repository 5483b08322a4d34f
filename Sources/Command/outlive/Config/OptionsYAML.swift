internal import ArgumentParser
internal import Yams

/// Options in YAML: a mapping of names to a value, or to a list of values for repeatable options.
struct OptionsYAML {
    let file: YAMLFile

    /// Returns the entries in the order of the file.
    ///
    /// - Throws: `ValidationError` of one line with the place.
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
        if let text = try text(value) {
            return [ConfigFile.Entry(name: name, value: text, line: file.line(of: value))]
        }
        guard let list = value.sequence, Self.lists.contains(name) else {
            let lists = Self.lists.joined(separator: " and ")
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
        guard !text.contains("\0") else {
            throw file.error(at: node, "an option cannot contain a NUL: remove it")
        }
        return text
    }

    private static let lists = ["expect", "report"]
}
