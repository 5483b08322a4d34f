package import OutliveModel
internal import OutliveSupport

/// The changes to a list of known leaks after which a report has no failing leak.
package struct Acceptance {
    /// The values of new entries. Those that are given also replace the values of entries that accept leaks already.
    package struct Terms {
        package var reason: String?
        package var owner: String?
        package var lastDay: LastDay?
        /// The reason of a new entry if none is given.
        package var usualReason: String

        package init(reason: String?, owner: String?, lastDay: LastDay?, usualReason: String) {
            (self.reason, self.owner, self.lastDay) = (reason, owner, lastDay)
            self.usualReason = usualReason
        }
    }

    /// The list with all changes.
    package let file: KnownLeaksFile
    /// The expired entries of persisting leaks that need a decision first.
    package let expired: [KnownLeak]
    /// The result in lines for people.
    package let summary: String

    /// Compares a report with a list, and changes the list.
    ///
    /// - Parameters:
    ///   - file: The list so far.
    ///   - day: The present day. An entry without another last day expires 90 days later.
    ///   - isRenewing: `true` to accept expired entries again.
    ///   - comment: Returns the description of a cause for reviewers of the list, in one line.
    /// - Throws: `YAMLError` if the form of the list does not allow a change.
    package init(
        of report: Report, by file: KnownLeaksFile, on day: CalendarDay, _ terms: Terms, isRenewing: Bool,
        comment: (Cause) -> String
    ) throws(YAMLError) {
        let need = Need(of: report, by: file, on: day)
        let lastDay = (terms.lastDay ?? .day(day.adding(days: 90))).day
        let additions = need.unaccepted.map { cause in
            (
                entry: KnownLeak(
                    match: KnownLeakMatch(fingerprint: cause.fingerprint),
                    reason: terms.reason ?? terms.usualReason, owner: terms.owner, expires: lastDay),
                comment: comment(cause)
            )
        }
        let changes = need.accepting.map { (entry: $0, changed: terms.changing($0)) }.filter { $0.changed != $0.entry }
        let renewals = (isRenewing ? need.expired : []).map { entry in
            var renewed = entry
            renewed.expires = lastDay
            return (entry: entry, changed: renewed)
        }
        expired = isRenewing ? [] : need.expired
        self.file = try file.changing(renewals + (additions.isEmpty ? changes : [])).adding(additions)

        let path = file.path.onOneLine()
        let until = lastDay.map { "until \($0)" } ?? "for good"
        func place(_ entry: KnownLeak) -> String { "\(path):\(entry.line ?? 1)" }
        var lines: [String] = []
        if !additions.isEmpty {
            lines.append("accepted \(counted(additions.count, "leak")) in \(path), \(until):")
            lines += additions.map { "  \($0.entry.match.fingerprint ?? "")  \($0.comment.onOneLine(upTo: 300))" }
        }
        lines += changes.map { change in
            let what = "\(place(change.entry)): \(change.entry.changes(to: change.changed))"
            return additions.isEmpty
                ? "changed \(what)"
                : "not changed, as leaks were added: \(what); run the command again to change it"
        }
        lines += renewals.map {
            "renewed \(until): \(place($0.entry)), which had expired: \($0.entry.reason.onOneLine())"
        }
        lines += expired.map {
            "not accepted: \(place($0)) expired after \($0.expires?.description ?? "") and still leaks: extend the date "
                + "there, or add --renew"
        }
        if !additions.isEmpty, !need.unused.isEmpty {
            lines.append(
                "not matched: \(need.unused.map(place).joined(separator: ", ")): if the fingerprint is of an earlier "
                    + "version of Outlive, a leak accepted above takes its place: remove the entry")
        }
        if lines.isEmpty { lines = ["nothing to accept: \(need.reasonForNone(report, path))"] }
        summary = lines.joined(separator: "\n") + "\n"
    }
}

/// The last day of an entry.
package enum LastDay: Hashable, Sendable {
    case day(CalendarDay)
    case never

    /// Reads a date such as `2027-03-31`, a number of days from a given day such as `90d`, or `never`.
    package init?(_ text: String, from today: CalendarDay) {
        if text == "never" {
            self = .never
        } else if let match = text.wholeMatch(of: /([0-9]{1,5})d/), let days = Int(match.1) {
            self = .day(today.adding(days: days))
        } else if let day = CalendarDay(text) {
            self = .day(day)
        } else {
            return nil
        }
    }

    /// The day, or `nil` for none.
    fileprivate var day: CalendarDay? {
        switch self {
        case .day(let day): day
        case .never: nil
        }
    }
}

extension Acceptance.Terms {
    fileprivate func changing(_ entry: KnownLeak) -> KnownLeak {
        var changed = entry
        if let reason { changed.reason = reason }
        if let owner { changed.owner = owner }
        if let lastDay { changed.expires = lastDay.day }
        return changed
    }
}

/// The entries that a report needs in addition to a list.
private struct Need {
    /// The failing causes that need a new entry, in the order of the report.
    private(set) var unaccepted: [Cause] = []
    /// The entries that accept leaks of the report already, in the order of the list.
    let accepting: [KnownLeak]
    /// The expired entries of persisting leaks.
    let expired: [KnownLeak]
    /// The entries with a fingerprint that match nothing in the report.
    let unused: [KnownLeak]
    /// The number of otherwise failing causes that the list accepts.
    private let known: Int

    init(of report: Report, by file: KnownLeaksFile, on day: CalendarDay) {
        let entries = file.entries
        var bare = report
        bare.forgetKnownLeaks()
        var judged = report
        judged.judge(by: entries, from: file.path, on: day)
        let open = judged.failingCauses
        known = bare.failingCauses.count > open.count ? judged.acceptedCauses.count : 0
        unused = judged.known?.unused.filter { $0.match.fingerprint != nil } ?? []
        accepting = entries.filter(Set(judged.findings.compactMap(\.known)).contains)
        func fits(_ entry: KnownLeak, _ cause: Cause) -> Bool { cause.findings.contains(where: entry.match.fits) }
        expired = entries.filter { entry in entry.hasExpired(on: day) && open.contains { fits(entry, $0) } }
        var references = AcceptedReferences()
        for finding in judged.findings { references.add(finding) }
        for cause in open {
            guard !expired.contains(where: { fits($0, cause) }), references.entry(for: cause.leader) == nil else {
                continue
            }
            var accepted = cause.leader
            accepted.known = KnownLeak(match: KnownLeakMatch(fingerprint: cause.fingerprint), reason: "")
            references.add(accepted)
            unaccepted.append(cause)
        }
    }

    /// Returns the reason why a list needs no change.
    func reasonForNone(_ report: Report, _ path: String) -> String {
        if known > 0 {
            let verb = known == 1 ? "is" : "are"
            return "\(counted(known, "leak")) that would fail it \(verb) accepted in \(path) already"
        }
        return report.plan.failOn == .never ? "no leak fails a run with --fail-on never" : "no leak fails the report"
    }
}
