public import OutliveModel

/// What known leaks accept of a run, and which of them need attention.
struct KnownFindings {
    /// The causes that are accepted, and what is accepted of the rest, in the order of importance.
    let accepted: [Cause]
    /// What became of the list; nil without one.
    let review: KnownLeaksReview?
    private let all: [Finding]

    /// Takes them out of a report.
    init(_ report: Report) {
        all = report.findings
        let known = report.findings.filter { $0.known != nil }
        let bounded = known.filter { !$0.isComplaint }.map { Cause(leader: $0) }
        accepted = Self.joiningMates(causes(of: known)) + bounded
        review = report.known
    }

    /// Causes of which those that no entry fits are part of the one that is accepted by the same entry.
    ///
    /// They have its suspect reference: see `AcceptedCulprits`.
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

    /// `2 known`; nil of none.
    var inWords: String? { accepted.isEmpty ? nil : "\(accepted.count) known" }

    /// `Known leaks: 2 accepted, 1 expired, 1 unused`; nil where there is nothing to tell.
    var headline: String? {
        let counts = [
            (accepted.count, "accepted"), (review?.expired.count ?? 0, "expired"),
            (review?.unused.count ?? 0, "unused"),
            (review?.undecided.count ?? 0, "not applied"),
        ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
        return counts.isEmpty ? nil : "Known leaks: \(counts.joined(separator: ", "))"
    }

    /// `1 known leak has expired`; nil where none has.
    var expiredInWords: String? {
        guard let expired = review?.expired, !expired.isEmpty else { return nil }
        return expired.count == 1 ? "1 known leak has expired" : "\(expired.count) known leaks have expired"
    }

    /// What needs somebody's attention, the worst first.
    var concerns: [KnownLeakConcern] {
        guard let review else { return [] }
        let unaccepted = all.filter { $0.needsAcceptance && $0.known == nil }
        let open = causes(of: unaccepted) + unaccepted.filter { !$0.isComplaint }.map { Cause(leader: $0) }
        let expired = review.expired.map { entry in
            let count = open.count { $0.findings.contains(where: entry.match.fits) }
            let rest =
                count > 0
                ? "it still leaks (\(counted(count, "cause"))): mend it, or give it another day"
                : "nothing matches it: take it out, or give it another day"
            return KnownLeakConcern(
                entry: entry, place: review.place(of: entry), kind: .expired,
                message: "accepted until \(entry.expires?.description ?? "a day that is over"), which is over; \(rest)")
        }
        let isLeaking = all.contains { $0.isComplaint && $0.known == nil }
        let unused = review.unused.map { entry in
            // An entry of a leak that is still there stands beside an open cause.
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
                message: "it is about Swift \(entry.toolchain?.description ?? ""), and the version of Swift of the "
                    + "application is not known: it was not applied")
        }
        return expired + unused + undecided
    }
}

extension Report {
    /// The number of accepted causes.
    public var acceptedLeaks: Int { KnownFindings(self).accepted.count }
}

extension Cause {
    /// Whether the entry that accepts it fits any of its findings.
    fileprivate var fitsItsEntry: Bool {
        findings.contains { finding in finding.known.map { $0.match.fits(finding) } ?? false }
    }
}

/// A known leak that needs attention.
struct KnownLeakConcern {
    /// Why it does.
    enum Kind: String, CaseIterable {
        /// Its last day is over: it fails the run.
        case expired
        /// It matched nothing.
        case unused
        /// Nobody knows whether it is about this run.
        case undecided

        /// As a word behind `known leak`.
        var words: String { self == .undecided ? "not applied" : rawValue }
    }

    let entry: KnownLeak
    /// Where it is: `outlive.known.yml:12`.
    let place: String
    let kind: Kind
    /// What is wrong and what to do, in a line, without the entry.
    let message: String

    /// `outlive.known.yml:12: fingerprint 0123456789abcdef: nothing matched it: if it is mended, take it out`.
    var sentence: String { "\(place): \(entry.match.inWords): \(message)" }
}

extension KnownLeaksReview {
    /// Where an entry is: `outlive.known.yml:12`.
    func place(of entry: KnownLeak) -> String {
        oneLine(file) + (entry.line.map { ":\($0)" } ?? "")
    }
}

extension KnownLeakMatch {
    /// What is given, in a line: `type App.*, culprit Session.onEvent`.
    var inWords: String {
        let parts = [("fingerprint", fingerprint), ("type", type), ("site", site), ("culprit", culprit)]
        return parts.compactMap { name, value in value.map { "\(name) \(oneLine($0))" } }.joined(separator: ", ")
    }
}

extension KnownLeak {
    /// What people are told of it, each with a label: why, who, until when, with which versions of Swift.
    var facts: [(label: String, value: String)] {
        [
            ("reason", oneLine(reason)), ("owner", owner.map(oneLine)), ("expires", expires.map { "after \($0)" }),
            ("toolchain", toolchain.map { "Swift \($0)" }),
        ].compactMap { label, value in value.map { (label: label, value: $0) } }
    }

    /// The same in a line: `mended with the new store (owner: store team; expires after 2027-03-31)`.
    var inWords: String {
        let rest = facts.dropFirst().map { "\($0.label): \($0.value)" }
        return oneLine(reason) + (rest.isEmpty ? "" : " (\(rest.joined(separator: "; ")))")
    }
}
