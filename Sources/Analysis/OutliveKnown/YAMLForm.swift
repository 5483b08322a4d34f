internal import Yams

/// The forms of a list in YAML that cannot be edited in place, and what to write instead.
struct YAMLForm {
    private let file: YAMLFile
    private let lines: [Substring.UnicodeScalarView]

    init(path: String, text: String) {
        file = YAMLFile(path: path, text: text)
        lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Returns `true` if a node is written in brackets of a kind, which the parser does not report.
    private func opens(_ place: Mark?, with bracket: Unicode.Scalar) -> Bool {
        guard let place, lines.indices.contains(place.line - 1) else { return false }
        return lines[place.line - 1].dropFirst(place.column - 1).first == bracket
    }

    /// Returns the first of some entries that is written in braces, or else the first.
    func likelyObstacle(among entries: [Node]) -> Node? {
        entries.first { opens($0.mapping?.mark, with: "{") } ?? entries.first
    }

    /// Refuses a text in which YAML counts other lines than an editor.
    ///
    /// YAML 1.1 also ends a line at a carriage return alone, at U+0085, U+2028 and U+2029.
    ///
    /// - Throws: `YAMLError` with the line.
    func checkLines() throws(YAMLError) {
        var line = 1
        var scalars = file.text.unicodeScalars.makeIterator()
        var scalar = scalars.next()
        while let current = scalar {
            scalar = scalars.next()
            switch current {
            case "\n": line += 1
            case "\r" where scalar == "\n": break
            case "\r", "\u{85}", "\u{2028}", "\u{2029}":
                throw file.error(
                    line, "this line ends in a way that cannot be edited: save the file with line feeds (LF or CRLF)")
            default: break
            }
        }
    }

    /// Returns the error of a list to which no entry can be added.
    func refusal(ofAddingTo list: Node.Sequence?, key: String) -> YAMLError {
        if let root = try? file.root(), opens(root.mapping?.mark, with: "{") {
            return file.error(
                at: root,
                "a file in braces cannot be edited: write '\(key):' on a line of its own, and the list below it")
        }
        if let list, opens(list.mark, with: "[") {
            return file.error(
                list.mark?.line ?? 1,
                "a list in brackets cannot be edited: write each entry below '\(key):', on lines of its own after '- '")
        }
        if let end = lines.firstIndex(where: { $0.starts(with: "...".unicodeScalars) }) {
            return file.error(end + 1, "a file cannot be edited behind the end of its document: remove '...'")
        }
        return file.error(list?.mark?.line ?? 1, general)
    }

    /// Returns the error of an entry that cannot be changed.
    ///
    /// - Parameter cause: The error of one of its values, if there is one.
    func refusal(ofChanging entry: Node?, because cause: YAMLError? = nil) -> YAMLError {
        guard let entry else { return cause ?? file.error(1, general) }
        let place = file.line(of: entry)
        if opens(entry.mapping?.mark, with: "{") {
            return file.error(place, "an entry in braces cannot be edited: write each key on a line of its own")
        }
        for (key, value) in entry.mapping ?? Node.Mapping([]) where opens(value.mapping?.mark, with: "{") {
            return file.error(
                at: value,
                "'\(key.scalar?.string ?? "…")' in braces cannot be edited: write each of its keys on its own line")
        }
        return cause ?? file.error(place, general)
    }

    /// Returns the error of a value that is not written on one line.
    func refusal(ofValueAt line: Int) -> YAMLError {
        file.error(
            line,
            "a value that spans lines, or has an anchor or a tag, cannot be edited: write it alone on one line")
    }

    /// Returns the error of a key that does not stand before its value.
    func refusal(ofKey key: String, at line: Int) -> YAMLError {
        file.error(line, "this form of '\(key)' cannot be edited: write '\(key):' and its value on one line")
    }

    private let general =
        "this form cannot be edited: write 'key: value' on lines of their own, the first of an entry after '- '"
}
