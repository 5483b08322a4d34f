internal import Foundation
package import OutliveModel
internal import OutliveSupport
internal import Yams

// Edits change the text in place, so that comments and order are preserved.
extension KnownLeaksFile {
    /// Returns the file with entries added to its list.
    ///
    /// - Parameter additions: The entries, each with its description in one line, for reviewers of the file.
    /// - Throws: `YAMLError` if the form of the list does not allow an addition.
    package func adding(_ additions: [(entry: KnownLeak, comment: String)]) throws(YAMLError) -> KnownLeaksFile {
        guard !additions.isEmpty else { return self }
        let lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
        var lines = text.isEmpty ? Self.head : linesToAddTo()
        if !text.isEmpty, lines.last?.isEmpty == true { lines.removeLast() }
        let indent = String(repeating: " ", count: indentation)
        for (entry, comment) in additions {
            lines += (["# \(yamlComment(comment))"] + entry.yamlLines).map { indent + $0 }
        }
        return try checked(lines.joined(separator: lineEnd) + lineEnd) { added in
            added.dropLast(additions.count).map(\.withoutLine) == entries.map(\.withoutLine)
                && added.suffix(additions.count).map(\.withoutLine) == additions.map(\.entry.withoutLine)
        }
    }

    /// Returns the file with changed values in some of its entries.
    ///
    /// - Parameter changes: The entries that are changed, each with its new values.
    /// - Throws: `YAMLError` if the form of an entry does not allow a replacement.
    package func changing(_ changes: [(entry: KnownLeak, changed: KnownLeak)]) throws(YAMLError) -> KnownLeaksFile {
        guard !changes.isEmpty else { return self }
        var lines = self.lines
        for (old, new) in changes {
            guard let line = old.line, let places = places[line], let reason = places.reason else { continue }
            // Added lines go below the reason, after all replacements, which rely on line numbers.
            var added: [String] = []
            if old.reason != new.reason { try replace(old.reason, by: yamlQuoted(new.reason), at: reason, in: &lines) }
            if old.owner != new.owner, let owner = new.owner {
                if let mark = places.owner, let value = old.owner {
                    try replace(value, by: yamlQuoted(owner), at: mark, in: &lines)
                } else {
                    added.append("owner: \(yamlQuoted(owner))")
                }
            }
            if old.expires != new.expires {
                let day = new.expires?.description ?? "never"
                if let mark = places.lastDay {
                    let value = old.expires?.description ?? "never"
                    try replace(value, by: day, at: mark, in: &lines)
                } else {
                    added.append("expires: \(day)")
                }
            }
            try add(added, belowReasonAt: reason.line, in: &lines)
        }
        let expected = entries.map { entry in changes.first { $0.entry == entry }?.changed ?? entry }
        return try checked(lines.joined(separator: "\n")) { $0.map(\.withoutLine) == expected.map(\.withoutLine) }
    }

    /// Replaces a value at a place, counted from 1, if it is written on one line.
    private func replace(
        _ value: String, by new: String, at place: Mark, in lines: inout [String]
    ) throws(YAMLError) {
        let text = Array(lines[place.line - 1].unicodeScalars)
        let before = String(String.UnicodeScalarView(text.prefix(place.column - 1)))
        let rest = String(String.UnicodeScalarView(text.dropFirst(place.column - 1)))
        let spellings = [yamlQuoted(value), "'\(value.replacing("'", with: "''"))'", "\"\(value)\"", value]
        guard let old = spellings.first(where: { rest.hasPrefix($0) }) else { throw uneditable(place.line) }
        lines[place.line - 1] = before + new + String(rest.dropFirst(old.count))
    }

    /// Adds lines below the reason of an entry, with the same indentation.
    private func add(_ added: [String], belowReasonAt number: Int, in lines: inout [String]) throws(YAMLError) {
        guard !added.isEmpty else { return }
        let line = lines[number - 1]
        guard let key = line.range(of: "reason") else { throw uneditable(number) }
        let indent = String(repeating: " ", count: line[..<key.lowerBound].unicodeScalars.count)
        let end = line.unicodeScalars.last == "\r" ? "\r" : ""
        lines[number - 1] = ([line] + added.map { indent + $0 + end }).joined(separator: "\n")
    }

    /// The lines, each with a final carriage return if it has one.
    private var lines: [String] {
        // As characters, a carriage return and a line feed are one.
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    private static let head = [
        "# Leaks that are accepted for a while. Each needs a reason; after its last day it fails the run.",
        "# The article KnownLeaks in the documentation of Outlive explains the keys.", "leaks:",
    ]

    private var indentation: Int {
        guard let list = list, !list.isEmpty, let mark = list.mark else { return 2 }
        return mark.column - 1
    }

    private func linesToAddTo() -> [String] {
        var lines = lines.map { $0.hasSuffix("\r") ? String($0.unicodeScalars.dropLast()) : $0 }
        // Empty brackets can be removed.
        let brackets = /^(leaks[ \t]*:)[ \t]*\[[ \t]*\]/
        guard entries.isEmpty, let index = lines.firstIndex(where: { $0.contains(brackets) }) else {
            return lines
        }
        lines[index].replace(brackets) { $0.1 }
        return lines
    }

    /// Returns the file with another text, after checking that it has the intended entries.
    private func checked(_ text: String, _ isIntended: ([KnownLeak]) -> Bool) throws(YAMLError) -> KnownLeaksFile {
        guard let changed = try? KnownLeaksFile(path: path, text: text), isIntended(changed.entries) else {
            throw uneditable(1)
        }
        return changed
    }

    private func uneditable(_ line: Int) -> YAMLError {
        YAMLFile(path: path, text: text).error(
            line, "this form of the list cannot be edited: write a '- ' before each entry")
    }
}

extension KnownLeak {
    /// Returns the changes of values to another entry: `reason "a" -> "b", last day 2027-01-01 -> 2027-03-01`.
    func changes(to changed: KnownLeak) -> String {
        var parts: [String] = []
        func note(_ name: String, _ old: String, _ new: String) {
            if old != new { parts.append("\(name) \(old) -> \(new)") }
        }
        note("reason", "\"\(reason.onOneLine())\"", "\"\(changed.reason.onOneLine())\"")
        note("owner", owner?.onOneLine() ?? "none", changed.owner?.onOneLine() ?? "none")
        note("last day", expires?.description ?? "never", changed.expires?.description ?? "never")
        return parts.joined(separator: ", ")
    }
}

extension KnownLeak {
    /// The entry as lines of a list in YAML.
    fileprivate var yamlLines: [String] {
        let values = [
            ("fingerprint", match.fingerprint.map(yamlQuoted)), ("type", match.type.map(yamlQuoted)),
            ("site", match.site.map(yamlQuoted)), ("culprit", match.culprit.map(yamlQuoted)),
            ("reason", yamlQuoted(reason)), ("owner", owner.map(yamlQuoted)),
            ("expires", expires?.description), ("toolchain", toolchain.map { yamlQuoted($0.description) }),
        ].compactMap { name, value in value.map { "\(name): \($0)" } }
        return values.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
    }
}

/// Returns a text in double quotes with all special characters escaped (YAML 1.2, 7.3.1).
private func yamlQuoted(_ text: String) -> String {
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

private func yamlComment(_ text: String) -> String {
    String(String.UnicodeScalarView(text.onOneLine(upTo: 300).unicodeScalars.map { isPrintable($0) ? $0 : "?" }))
}

/// Returns `true` if YAML allows the character (YAML 1.2, 5.1) and it does not mislead a reader.
private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
    default: true
    }
}
