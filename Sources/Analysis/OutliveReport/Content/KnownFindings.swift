package import OutliveModel

/// The findings of a run that known leaks accept, and the entries that need attention.
struct KnownFindings {
    /// The accepted causes, then the accepted findings that are no leaks, each in the order of importance.
    let accepted: [Cause]
    /// The review of the list of known leaks, or `nil` without a list.
    let review: KnownLeaksReview?
    private let all: [Finding]

    init(_ report: Report) {
        all = report.findings
        let known = report.findings.filter { $0.known != nil }
        let bounded = known.filter { !$0.isComplaint }.map { Cause(leader: $0) }
        accepted = Self.joiningMates(causes(of: known)) + bounded
        review = report.known
    }

    /// Returns causes in which findings that no entry fits join the cause that the same entry accepts.
    ///
    /// Both have the same suspect reference: see `AcceptedReferences`.
    private static func joiningMates(_ causes: [Cause]) -> [Cause] {
        var joined = causes.filter(\.fitsItsEntry)
        for mate in causes where !mate.fitsItsEntry {
            if let place = joined.firstIndex(where: { $0.leader.known == mate.leader.known }) {
                joined[place].others += mate.findings
            } else {
                joined.append(mate)
            }
        }
        return joined
    }

    /// The number of accepted causes: `2 known`, or `nil` without any.
    var inWords: String? { accepted.isEmpty ? nil : "\(accepted.count) known" }

    /// The counts of the list: `Known leaks: 2 accepted, 1 expired, 1 unused`, or `nil` if all are zero.
    var headline: String? {
        let counts = [
            (accepted.count, "accepted"), (review?.expired.count ?? 0, "expired"),
            (review?.unused.count ?? 0, "unused"),
            (review?.undecided.count ?? 0, "not applied"),
        ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
        return counts.isEmpty ? nil : "Known leaks: \(counts.joined(separator: ", "))"
    }

    /// The number of expired entries: `1 known leak has expired`, or `nil` without any.
    var expiredInWords: String? {
        guard let expired = review?.expired, !expired.isEmpty else { return nil }
        return expired.count == 1 ? "1 known leak has expired" : "\(expired.count) known leaks have expired"
    }

    /// The entries that need attention: expired, then unused, then not applied.
    var concerns: [KnownLeakConcern] {
        guard let review else { return [] }
        let unaccepted = all.filter { $0.needsAcceptance && $0.known == nil }
        let open = causes(of: unaccepted) + unaccepted.filter { !$0.isComplaint }.map { Cause(leader: $0) }
        let expired = review.expired.map { entry in
            let count = open.count { $0.findings.contains(where: entry.match.fits) }
            let rest =
                count > 0
                ? "it still leaks (\(counted(count, "cause"))): fix it, or extend the date"
                : "nothing matches it: remove the entry, or extend the date"
            return KnownLeakConcern(
                entry: entry, place: review.place(of: entry), kind: .expired,
                message: "expired after \(entry.expires?.description ?? "a past day"); \(rest)")
        }
        let isLeaking = all.contains { $0.isComplaint && $0.known == nil }
        let unused = review.unused.map { entry in
            // The entry of a leak that persists stands beside an unaccepted cause.
            let mayBeOld = isLeaking && entry.match.fingerprint != nil
            let renewal =
                mayBeOld
                ? "; if its fingerprint is of an earlier version of Outlive, accept the leak anew with "
                    + "'outlive baseline accept', and remove this entry"
                : ""
            return KnownLeakConcern(
                entry: entry, place: review.place(of: entry), kind: .unused,
                message: "nothing matched it: if it is fixed, remove the entry\(renewal)")
        }
        let undecided = review.undecided.map { entry in
            KnownLeakConcern(
                entry: entry, place: review.place(of: entry), kind: .undecided,
                message: "it applies to Swift \(entry.toolchain?.description ?? ""), and the version of Swift of the "
                    + "application is not known: it was not applied")
        }
        return expired + unused + undecided
    }
}

extension Report {
    /// The number of accepted causes.
    package var acceptedLeaks: Int { KnownFindings(self).accepted.count }
}

extension Cause {
    /// `true` if the entry that accepts a finding of the cause fits it.
    fileprivate var fitsItsEntry: Bool {
        findings.contains { finding in finding.known.map { $0.match.fits(finding) } ?? false }
    }
}

/// A known leak that needs attention.
struct KnownLeakConcern {
    /// The reason for the attention.
    enum Kind: String, CaseIterable {
        /// The last day of the entry is over.
        case expired
        /// The entry matched nothing.
        case unused
        /// The application's version of Swift is unknown, and the entry depends on it.
        case undecided

        /// The kind as a word after `known leak`.
        var words: String { self == .undecided ? "not applied" : rawValue }
    }

    let entry: KnownLeak
    /// The line of the entry: `outlive.known.yml:12`.
    let place: String
    let kind: Kind
    /// The problem and the remedy in one line, without the entry.
    let message: String

    /// The place, the entry and the message: `outlive.known.yml:12: type App.Feed: nothing matched it: ...`.
    var sentence: String { "\(place): \(entry.match.inWords): \(message)" }
}

extension KnownLeaksReview {
    /// Returns the line of an entry: `outlive.known.yml:12`.
    func place(of entry: KnownLeak) -> String {
        oneLine(file) + (entry.line.map { ":\($0)" } ?? "")
    }
}

extension KnownLeakMatch {
    /// The given conditions in one line: `type App.*, culprit Session.onEvent`.
    var inWords: String {
        let parts = [("fingerprint", fingerprint), ("type", type), ("site", site), ("culprit", culprit)]
        return parts.compactMap { name, value in value.map { "\(name) \(oneLine($0))" } }.joined(separator: ", ")
    }
}

extension KnownLeak {
    /// The reason, owner, last day and versions of Swift, each with a label.
    var facts: [(label: String, value: String)] {
        [
            ("reason", oneLine(reason)), ("owner", owner.map(oneLine)), ("expires", expires.map { "after \($0)" }),
            ("toolchain", toolchain.map { "Swift \($0)" }),
        ].compactMap { label, value in value.map { (label: label, value: $0) } }
    }

    /// The facts in one line: `fixed by the new store (owner: store team; expires: after 2027-03-31)`.
    var inWords: String {
        let rest = facts.dropFirst().map { "\($0.label): \($0.value)" }
        return oneLine(reason) + (rest.isEmpty ? "" : " (\(rest.joined(separator: "; ")))")
    }
}
