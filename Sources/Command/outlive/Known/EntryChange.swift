internal import OutliveModel
internal import OutliveSupport

/// A change to an entry that already accepts a leak.
struct EntryChange {
    let entry: KnownLeak
    let changed: KnownLeak

    /// Applies the given values, or returns `nil` if the entry has them already.
    init?(of entry: KnownLeak, _ values: GivenValues) {
        var changed = entry
        if let reason = values.reason { changed.reason = reason }
        if let owner = values.owner { changed.owner = owner }
        if let lastDay = values.lastDay { changed.expires = lastDay.day(from: .today) }
        guard changed != entry else { return nil }
        (self.entry, self.changed) = (entry, changed)
    }

    /// The change, value by value: `reason "a" -> "b", last day 2027-01-01 -> 2027-03-01`.
    var words: String {
        var parts: [String] = []
        func note(_ name: String, _ old: String, _ new: String) {
            if old != new { parts.append("\(name) \(old) -> \(new)") }
        }
        note("reason", "\"\(entry.reason.onOneLine())\"", "\"\(changed.reason.onOneLine())\"")
        note("owner", entry.owner?.onOneLine() ?? "none", changed.owner?.onOneLine() ?? "none")
        note("last day", entry.expires?.description ?? "never", changed.expires?.description ?? "never")
        return parts.joined(separator: ", ")
    }
}

/// The values of `outlive baseline accept` that were given on the command line.
struct GivenValues {
    let reason: String?
    let owner: String?
    let lastDay: LastDay?
}
