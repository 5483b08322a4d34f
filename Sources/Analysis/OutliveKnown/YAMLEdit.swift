internal import Foundation
internal import OutliveModel
internal import OutliveSupport
internal import Yams

/// Changes to the text of a list in YAML, in place, so that comments and order are preserved.
struct YAMLEdit {
    private let path: String
    /// The lines, each with a final carriage return if it has one.
    private var lines: [String]

    init(path: String, text: String) {
        self.path = path
        // As characters, a carriage return and a line feed are one.
        lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    /// The text with all changes.
    var text: String { lines.indices.filter { !removed.contains($0) }.map { lines[$0] }.joined(separator: "\n") }

    /// Replaces a value at a place, counted from 1, if it is written on one line.
    ///
    /// - Throws: `YAMLError` if the value is written in another way.
    mutating func replace(_ value: String, by new: String, at place: Mark) throws(YAMLError) {
        let text = Array(lines[place.line - 1].unicodeScalars)
        let before = String(String.UnicodeScalarView(text.prefix(place.column - 1)))
        let rest = String(String.UnicodeScalarView(text.dropFirst(place.column - 1)))
        let spellings = [yamlQuoted(value), "'\(value.replacing("'", with: "''"))'", "\"\(value)\"", value]
        guard
            let old = spellings.first(where: { rest.hasPrefix($0) }) ?? rest.quotedScalar
                ?? rest.plainScalar(meaning: value)
        else { throw form.refusal(ofValueAt: place.line) }
        lines[place.line - 1] = before + new + String(rest.unicodeScalars.dropFirst(old.unicodeScalars.count))
    }

    /// Adds lines below a key of an entry that stands on the line of its value, with the key's indentation.
    ///
    /// The numbers of the lines stay, so that further replacements find their places.
    ///
    /// - Parameters:
    ///   - number: The number of the line, from 1.
    ///   - depth: The number of further columns by which the lines are indented.
    /// - Throws: `YAMLError` if the key stands elsewhere.
    mutating func add(_ added: [String], below key: String, at number: Int, depth: Int = 0) throws(YAMLError) {
        guard !added.isEmpty else { return }
        let line = lines[number - 1]
        let spellings = ["\"\(key)\"", "'\(key)'", key]
        guard let place = spellings.lazy.compactMap({ line.range(of: $0) }).first else {
            throw form.refusal(ofKey: key, at: number)
        }
        let indent = String(repeating: " ", count: line[..<place.lowerBound].unicodeScalars.count + depth)
        let end = line.unicodeScalars.last == "\r" ? "\r" : ""
        lines[number - 1] = ([line] + added.map { indent + $0 + end }).joined(separator: "\n")
    }

    /// Adds lines below another one, with its indentation.
    ///
    /// The numbers of the lines stay, so that further replacements find their places.
    mutating func add(_ added: [String], likeLine number: Int) {
        let line = lines[number - 1]
        let indent = line.prefix { $0 == " " }
        let end = line.unicodeScalars.last == "\r" ? "\r" : ""
        lines[number - 1] = ([line] + added.map { indent + $0 + end }).joined(separator: "\n")
    }

    /// Removes a line that holds a key and its value, except a comment after the value.
    ///
    /// - Parameters:
    ///   - number: The number of the line, from 1.
    ///   - value: The value with its place, or `nil` for a key that has none on its line.
    mutating func remove(_ number: Int, with value: (text: String, place: Mark)?) throws(YAMLError) {
        if let value { try replace(value.text, by: "", at: value.place) }
        let line = lines[number - 1]
        let rest = value.map { line.unicodeScalars.dropFirst($0.place.column - 1) } ?? line.unicodeScalars[...]
        guard let comment = rest.firstIndex(of: "#") else {
            removed.insert(number - 1)
            return
        }
        let indent = line.prefix { $0 == " " }
        lines[number - 1] = indent + String(line.unicodeScalars[comment...])
    }

    /// The indices of removed lines.
    private var removed: Set<Int> = []

    /// Returns the text with further items at the end of its list.
    ///
    /// - Parameters:
    ///   - items: The lines of each item.
    ///   - list: The list as written, or `nil` if there is none.
    ///   - key: The key of the list.
    ///   - head: The first lines of a file that does not exist yet.
    func adding(_ items: [[String]], to list: Node.Sequence?, key: String, head: [String]) -> String {
        let isNew = lines.allSatisfy(\.isEmpty)
        let lineEnd = lines.contains { $0.hasSuffix("\r") } ? "\r\n" : "\n"
        var added = isNew ? head : openLines(isEmpty: list?.isEmpty != false, key)
        if !isNew, added.last?.isEmpty == true { added.removeLast() }
        let indentation = list.flatMap { $0.isEmpty ? nil : $0.mark?.column }.map { $0 - 1 } ?? 2
        let indent = String(repeating: " ", count: indentation)
        added += items.joined().map { indent + $0 }
        return added.joined(separator: lineEnd) + lineEnd
    }

    /// Returns the lines without carriage returns, and without empty brackets after the key of the list.
    private func openLines(isEmpty: Bool, _ key: String) -> [String] {
        var lines = lines.map { $0.hasSuffix("\r") ? String($0.unicodeScalars.dropLast()) : $0 }
        let brackets = /^(?<key>["']?[a-z]+["']?[ \t]*:)[ \t]*\[[ \t]*\]/
        let starts = [key, "\"\(key)\"", "'\(key)'"]
        guard isEmpty,
            let index = lines.firstIndex(where: { starts.contains(where: $0.hasPrefix) && $0.contains(brackets) })
        else { return lines }
        lines[index].replace(brackets) { $0.key }
        return lines
    }

    private var form: YAMLForm { YAMLForm(path: path, text: text) }
}

extension String {
    /// The text in quotes at the beginning, with them, if it ends on the line.
    fileprivate var quotedScalar: String? {
        let quoted = self.prefixMatch(of: #/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/#)
        return quoted.map { String($0.output) }
    }

    /// The text without quotes at the beginning, up to a comment or the end of the line, if it has a meaning.
    fileprivate func plainScalar(meaning value: String) -> String? {
        let end = firstRange(of: " #")?.lowerBound ?? endIndex
        let text = String(self[..<end].reversed().drop { $0 == " " || $0 == "\r" }.reversed())
        return text.singleSpaced == value ? text : nil
    }
}

/// Returns a text in double quotes with all special characters escaped (YAML 1.2, 7.3.1).
func yamlQuoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": quoted += "\\\(scalar)"
        case " "..."~": quoted.unicodeScalars.append(scalar)
        case _ where isPrintable(scalar): quoted.unicodeScalars.append(scalar)
        default:
            let digits = String(scalar.value, radix: 16)
            quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }
    }
    return quoted + "\""
}

func yamlComment(_ text: String) -> String {
    String(String.UnicodeScalarView(text.onOneLine(upTo: 300).unicodeScalars.map { isPrintable($0) ? $0 : "?" }))
}

/// Returns `true` if YAML allows the character (YAML 1.2, 5.1) and it does not mislead a reader.
private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
    default: true
    }
}
