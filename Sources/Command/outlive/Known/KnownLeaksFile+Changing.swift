internal import Foundation
internal import OutliveModel
internal import Yams

extension KnownLeaksFile {
    /// Returns the file with other values in some of its entries.
    ///
    /// - Throws: `ValidationError` of one line if the form of an entry does not allow a replacement.
    func changing(_ changes: [EntryChange]) throws -> KnownLeaksFile {
        guard !changes.isEmpty else { return self }
        var lines = self.lines
        for change in changes {
            guard let line = change.entry.line, let places = content.places[line], let reason = places.reason else {
                continue
            }
            let (old, new) = (change.entry, change.changed)
            // Added lines go below the reason, after all replacements, which rely on line numbers.
            var added: [String] = []
            if old.reason != new.reason {
                try replace(old.reason, by: yamlQuoted(new.reason), at: reason, in: &lines)
            }
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
        let expected = content.entries.map { entry in changes.first { $0.entry == entry }?.changed ?? entry }
        return try checked(lines.joined(separator: "\n")) { $0.map(\.withoutLine) == expected.map(\.withoutLine) }
    }

    /// Replaces a value at a place, counted from 1, if it is written on one line.
    private func replace(
        _ value: String, by new: String, at place: Mark, in lines: inout [String]
    ) throws {
        let text = Array(lines[place.line - 1].unicodeScalars)
        let before = String(String.UnicodeScalarView(text.prefix(place.column - 1)))
        let rest = String(String.UnicodeScalarView(text.dropFirst(place.column - 1)))
        let spellings = [yamlQuoted(value), "'\(value.replacing("'", with: "''"))'", "\"\(value)\"", value]
        guard let old = spellings.first(where: { rest.hasPrefix($0) }) else { throw uneditable(place.line) }
        lines[place.line - 1] = before + new + rest.dropFirst(old.count)
    }

    /// Adds lines below the reason of an entry, with the same indentation.
    private func add(_ added: [String], belowReasonAt number: Int, in lines: inout [String]) throws {
        guard !added.isEmpty else { return }
        let line = lines[number - 1]
        guard let key = line.range(of: "reason") else { throw uneditable(number) }
        let indent = String(repeating: " ", count: line[..<key.lowerBound].unicodeScalars.count)
        let end = line.unicodeScalars.last == "\r" ? "\r" : ""
        lines[number - 1] = ([line] + added.map { indent + $0 + end }).joined(separator: "\n")
    }
}
