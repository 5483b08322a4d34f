internal import Yams

/// Options in YAML: a mapping of names to a value, or to a list of values for repeatable options.
package struct OptionsYAML {
    /// The entries in the order of the file.
    package let entries: [Entry]

    /// An option with one of its values.
    package struct Entry: Hashable {
        package let name: String
        package var value: String
        package let line: Int
    }

    /// Reads a file.
    ///
    /// - Parameter lists: The names of the repeatable options, sorted; at least two.
    /// - Throws: `YAMLError` with the place.
    package init(_ file: YAMLFile, lists: [String]) throws(YAMLError) {
        guard let root = try file.root() else {
            throw file.error(1, "the file is empty: write options as 'name: value'")
        }
        guard let options = root.mapping else {
            throw file.error(at: root, "this is not a mapping: write options as 'name: value'")
        }
        var entries: [Entry] = []
        for (key, value) in options {
            guard let name = key.scalar?.string, name.wholeMatch(of: /[a-z][a-z-]*/) != nil else {
                throw file.error(
                    at: key, "'\(key.scalar?.string ?? "…")' is not the name of an option: write it without dashes")
            }
            if let text = try file.option(value) {
                entries.append(Entry(name: name, value: text, line: file.line(of: value)))
                continue
            }
            guard let list = value.sequence, lists.contains(name) else {
                let names = lists.dropLast().joined(separator: ", ") + " and " + (lists.last ?? "")
                throw file.error(at: value, "'\(name)' must be one text or number (lists are for \(names))")
            }
            for item in list {
                guard let text = try file.option(item) else {
                    throw file.error(
                        at: item, "the items of the list '\(name)' must be text, as on the command line")
                }
                entries.append(Entry(name: name, value: text, line: file.line(of: item)))
            }
        }
        self.entries = entries
    }
}

extension YAMLFile {
    /// Returns the text of a scalar that can be an argument, or `nil` for any other node.
    fileprivate func option(_ node: Node) throws(YAMLError) -> String? {
        guard let text = try text(node) else { return nil }
        guard !text.contains("\0") else { throw error(at: node, "an option cannot contain a NUL: remove it") }
        return text
    }
}
