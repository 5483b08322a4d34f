internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import Yams

// Edits change the text in place, so that comments and order are preserved.
extension KnownLeaksFile {
    /// An entry to add, with a description.
    struct Addition {
        var entry: KnownLeak
        /// The description in one line, for reviewers of the file.
        var comment: String
    }

    /// Returns the file with entries added to its list.
    ///
    /// - Throws: `ValidationError` of one line if the form of the list does not allow an addition.
    func adding(_ additions: [Addition]) throws -> KnownLeaksFile {
        guard !additions.isEmpty else { return self }
        let lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
        var lines = text.isEmpty ? Self.head : linesToAddTo()
        if !text.isEmpty, lines.last?.isEmpty == true { lines.removeLast() }
        let indent = String(repeating: " ", count: indentation)
        for addition in additions { lines += addition.lines.map { indent + $0 } }
        return try checked(lines.joined(separator: lineEnd) + lineEnd) { added in
            added.dropLast(additions.count).map(\.withoutLine) == content.entries.map(\.withoutLine)
                && added.suffix(additions.count).map(\.withoutLine) == additions.map(\.entry.withoutLine)
        }
    }

    /// Returns the file with another last day in some of its entries.
    ///
    /// - Parameter entries: Entries of this file that have a last day.
    /// - Throws: `ValidationError` of one line if the form of an entry does not allow a replacement.
    func renewing(_ entries: [KnownLeak], until day: CalendarDay?) throws -> KnownLeaksFile {
        guard !entries.isEmpty else { return self }
        var lines = self.lines
        for entry in entries {
            guard let line = entry.line, let mark = content.places[line]?.lastDay, let old = entry.expires else {
                continue
            }
            let text = Array(lines[mark.line - 1].unicodeScalars)
            let (before, after) = (text.prefix(mark.column - 1), text.dropFirst(mark.column - 1))
            let rest = String(String.UnicodeScalarView(after))
            guard let place = rest.range(of: old.description) else { throw uneditable(mark.line) }
            let changed = rest.replacingCharacters(in: place, with: day?.description ?? "never")
            lines[mark.line - 1] = String(String.UnicodeScalarView(before)) + changed
        }
        let renewed = content.entries.map { entry in
            var entry = entry
            if entries.contains(entry) { entry.expires = day }
            return entry
        }
        return try checked(lines.joined(separator: "\n")) { $0 == renewed }
    }

    /// The lines, each with a final carriage return if it has one.
    var lines: [String] {
        // As characters, a carriage return and a line feed are one.
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    private static let head = [
        "# Leaks that are accepted for a while. Each needs a reason; after its last day it fails the run.",
        "# The article KnownLeaks in the documentation of Outlive explains the keys.", "leaks:",
    ]

    private var indentation: Int {
        guard let list = content.list, !list.isEmpty, let mark = list.mark else { return 2 }
        return mark.column - 1
    }

    /// Returns the lines in a form that entries can follow.
    private func linesToAddTo() -> [String] {
        var lines = lines.map { $0.hasSuffix("\r") ? String($0.unicodeScalars.dropLast()) : $0 }
        // Empty brackets can be removed.
        let brackets = /^(leaks[ \t]*:)[ \t]*\[[ \t]*\]/
        guard content.entries.isEmpty, let index = lines.firstIndex(where: { $0.contains(brackets) }) else {
            return lines
        }
        lines[index].replace(brackets) { $0.1 }
        return lines
    }

    /// Returns the file with another text, after checking that it has the intended entries.
    func checked(_ text: String, _ isAsMeant: ([KnownLeak]) -> Bool) throws -> KnownLeaksFile {
        guard let changed = try? KnownLeaksFile(path: path, text: text), isAsMeant(changed.content.entries) else {
            throw uneditable(1)
        }
        return changed
    }

    func uneditable(_ line: Int) -> ValidationError {
        YAMLFile(path: path, text: text).error(
            line, "this form of the list cannot be edited: write a '- ' before each entry")
    }
}

extension KnownLeaksFile.Addition {
    /// The lines of the entry, below a line with its description.
    fileprivate var lines: [String] {
        var lines = ["# \(yamlComment(comment))"]
        let match = entry.match
        let values = [
            ("fingerprint", match.fingerprint.map(yamlQuoted)), ("type", match.type.map(yamlQuoted)),
            ("site", match.site.map(yamlQuoted)), ("culprit", match.culprit.map(yamlQuoted)),
            ("reason", yamlQuoted(entry.reason)), ("owner", entry.owner.map(yamlQuoted)),
            ("expires", entry.expires?.description), ("toolchain", entry.toolchain.map { yamlQuoted($0.description) }),
        ].compactMap { name, value in value.map { "\(name): \($0)" } }
        lines += values.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
        return lines
    }
}

extension KnownLeak {
    /// The entry without its line, for comparisons.
    var withoutLine: KnownLeak {
        var entry = self
        entry.line = nil
        return entry
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
