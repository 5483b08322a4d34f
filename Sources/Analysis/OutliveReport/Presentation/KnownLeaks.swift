internal import OutliveModel

extension Presentation {
    /// The counts of the list: `Known leaks: 2 accepted, 1 expired, 1 unused`, or `nil` if all are zero.
    var knownHeadline: String? {
        let review = report.known
        let counts: [(count: Int, state: String)] = [
            (accepted.count, "accepted"), (review?.expired.count ?? 0, "expired"),
            (review?.unused.count ?? 0, "unused"),
            (review?.undecided.count ?? 0, "not applied"),
        ]
        let shown = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.state)" }
        return shown.isEmpty ? nil : "Known leaks: \(shown.joined(separator: ", "))"
    }
}

extension KnownLeaksReview {
    /// The number of expired entries: `1 known leak has expired`, or `nil` without any.
    var expiredDescription: String? {
        guard !expired.isEmpty else { return nil }
        return expired.count == 1 ? "1 known leak has expired" : "\(expired.count) known leaks have expired"
    }

    /// Returns the entries that need attention: expired, then unused, then not applied.
    func concerns(about findings: [Finding]) -> [KnownLeakConcern] {
        func concern(_ kind: KnownLeakConcern.Kind, _ entry: KnownLeak, _ message: String) -> KnownLeakConcern {
            let place = oneLine(file) + (entry.line.map { ":\($0)" } ?? "")
            return KnownLeakConcern(entry: entry, place: place, kind: kind, message: message)
        }
        let unaccepted = findings.filter { $0.needsAcceptance && $0.known == nil }
        let open = causes(of: unaccepted) + unaccepted.filter { !$0.isLeakOrSuspect }.map { Cause(leader: $0) }
        // An unused entry can be of a leak that persists only if there is an unaccepted leak.
        let isLeaking = unaccepted.contains(where: \.isLeakOrSuspect)
        return expired.map { entry in
            let count = open.count { $0.findings.contains(where: entry.match.fits) }
            let rest =
                count > 0
                ? "it still leaks (\(counted(count, "cause"))): fix it, or extend the date"
                : "nothing matches it: remove the entry, or extend the date"
            return concern(.expired, entry, "expired after \(entry.expires?.description ?? "a past day"); \(rest)")
        }
            + unused.map { entry in
                let renewal =
                    isLeaking && entry.match.fingerprint != nil
                    ? "; if its fingerprint is of an earlier version of Outlive, accept the leak anew with "
                        + "'outlive baseline accept', and remove this entry"
                    : ""
                return concern(.unused, entry, "nothing matched it: if it is fixed, remove the entry\(renewal)")
            }
            + undecided.map { entry in
                concern(
                    .undecided, entry,
                    "it applies to Swift \(entry.toolchain?.description ?? ""), and the version of Swift of the "
                        + "application is not known: it was not applied")
            }
    }
}

struct KnownLeakConcern {
    enum Kind: String, CaseIterable {
        /// The last day of the entry is over.
        case expired
        /// The entry matched nothing.
        case unused
        /// The application's version of Swift is unknown, and the entry depends on it.
        case undecided

        var words: String { self == .undecided ? "not applied" : rawValue }
    }

    let entry: KnownLeak
    /// The line of the entry: `outlive.known.yml:12`.
    let place: String
    let kind: Kind
    /// The problem and the remedy in one line, without the entry.
    let message: String

    /// The place, the entry and the message: `outlive.known.yml:12: type App.Feed: nothing matched it: ...`.
    var sentence: String { "\(place): \(entry.match.description): \(message)" }
}

extension KnownLeakMatch {
    /// The given conditions in one line: `type App.*, culprit Session.onEvent`.
    var description: String {
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
    var description: String {
        let rest = facts.dropFirst().map { "\($0.label): \($0.value)" }
        return oneLine(reason) + (rest.isEmpty ? "" : " (\(rest.joined(separator: "; ")))")
    }
}
