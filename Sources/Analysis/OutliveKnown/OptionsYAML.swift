internal import Yams

/// An option in YAML with one of its values.
package struct OptionEntry: Hashable {
    package let name: String
    package var value: String
    package let line: Int
}

extension YAMLFile {
    /// Returns options in the order of the file: a mapping of names to a value, or to a list for repeatable options.
    ///
    /// - Parameter lists: The names of the repeatable options, sorted; at least two.
    /// - Throws: `YAMLError` with the place.
    package func options(lists: [String]) throws(YAMLError) -> [OptionEntry] {
        guard let root = try root() else {
            throw error(1, "the file is empty: write options as 'name: value'")
        }
        guard let options = root.mapping else {
            throw error(at: root, "this is not a mapping: write options as 'name: value'")
        }
        var entries: [OptionEntry] = []
        for (key, value) in options {
            guard let name = key.scalar?.string, name.wholeMatch(of: /[a-z][a-z-]*/) != nil else {
                throw error(
                    at: key, "'\(key.scalar?.string ?? "…")' is not the name of an option: write it without dashes")
            }
            if let text = try option(value) {
                entries.append(OptionEntry(name: name, value: text, line: line(of: value)))
                continue
            }
            guard let list = value.sequence, lists.contains(name) else {
                let names = lists.dropLast().joined(separator: ", ") + " and " + (lists.last ?? "")
                throw error(at: value, "'\(name)' must be one text or number (lists are for \(names))")
            }
            for item in list {
                guard let text = try option(item) else {
                    throw error(
                        at: item, "the items of the list '\(name)' must be text, as on the command line")
                }
                entries.append(OptionEntry(name: name, value: text, line: line(of: item)))
            }
        }
        return entries
    }

    /// Returns the text of a scalar that can be an argument, or `nil` for any other node.
    private func option(_ node: Node) throws(YAMLError) -> String? {
        guard let text = try text(node) else { return nil }
        guard !text.contains("\0") else { throw error(at: node, "an option cannot contain a NUL: remove it") }
        return text
    }
}
