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
        let form = YAMLForm(path: path, text: text)
        try form.checkLines()
        let items = additions.map { ["# \(yamlComment($0.comment))"] + $0.entry.yamlLines }
        let added = YAMLEdit(path: path, text: text).adding(items, to: list, key: "leaks", head: Self.head)
        let changed = edited(added) { added in
            added.dropLast(additions.count).map(\.withoutLine) == entries.map(\.withoutLine)
                && added.suffix(additions.count).map(\.withoutLine) == additions.map(\.entry.withoutLine)
        }
        guard let changed else { throw form.refusal(ofAddingTo: list, key: "leaks") }
        return changed
    }

    /// Returns the file with changed values in some of its entries.
    ///
    /// - Parameter changes: The entries that are changed, each with its new values.
    /// - Throws: `YAMLError` if the form of an entry does not allow a replacement.
    package func changing(_ changes: [(entry: KnownLeak, changed: KnownLeak)]) throws(YAMLError) -> KnownLeaksFile {
        guard !changes.isEmpty else { return self }
        let form = YAMLForm(path: path, text: text)
        try form.checkLines()
        var edit = YAMLEdit(path: path, text: text)
        for (old, new) in changes {
            guard let line = old.line, let places = places[line], let reason = places.reason else { continue }
            // Added lines go below the reason, after all replacements, which rely on line numbers.
            var added: [String] = []
            if old.reason != new.reason { try edit.replace(old.reason, by: yamlQuoted(new.reason), at: reason) }
            if old.owner != new.owner, let owner = new.owner {
                if let mark = places.owner, let value = old.owner {
                    try edit.replace(value, by: yamlQuoted(owner), at: mark)
                } else {
                    added.append("owner: \(yamlQuoted(owner))")
                }
            }
            if old.expires != new.expires {
                let day = new.expires?.description ?? "never"
                if let mark = places.lastDay {
                    let value = old.expires?.description ?? "never"
                    try edit.replace(value, by: day, at: mark)
                } else {
                    added.append("expires: \(day)")
                }
            }
            try edit.add(added, below: "reason", at: reason.line)
        }
        let expected = entries.map { entry in changes.first { $0.entry == entry }?.changed ?? entry }
        let changed = edited(edit.text) { $0.map(\.withoutLine) == expected.map(\.withoutLine) }
        guard let changed else {
            let lines = changes.compactMap(\.entry.line)
            let nodes = list?.filter { lines.contains($0.mark?.line ?? 0) } ?? []
            throw form.refusal(ofChanging: form.likelyObstacle(among: nodes))
        }
        return changed
    }

    private static let head = [
        "# Leaks that are accepted for a while. Each needs a reason; after its last day it fails the run.",
        "# The article KnownLeaks in the documentation of Outlive explains the keys.", "leaks:",
    ]

    /// Returns the file with another text, or `nil` if that does not have the intended entries.
    private func edited(_ text: String, _ isIntended: ([KnownLeak]) -> Bool) -> KnownLeaksFile? {
        guard let changed = try? KnownLeaksFile(path: path, text: text), isIntended(changed.entries) else { return nil }
        return changed
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
