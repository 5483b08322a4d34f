public import OutliveModel

/// What known leaks accept of a run, and which of them need somebody's attention.
///
/// The findings in it are in no other list of a report: `HeapFindings` and `Report.registeredCauses` leave them out.
struct KnownFindings {
    /// The findings that are accepted, without those that only go with others; in the order of the report.
    ///
    /// What both tiers saw by one trace is there once, as the registry saw it.
    let accepted: [Finding]
    /// Which go with which.
    let victims: Victims
    /// What became of the list; nil where there is none.
    let review: KnownLeaksReview?
    private let all: [Finding]
    /// As `accepted`, each as often as it was seen.
    private let seen: [Finding]

    /// Takes them out of a report.
    init(_ report: Report) {
        all = report.findings
        let known = report.findings.filter { $0.known != nil }
        let victims = Victims(accepted: known)
        self.victims = victims
        let seen = known.filter { !victims.contains($0) }
        self.seen = seen
        let registered = Set(seen.lazy.filter { $0.tier == .registry }.compactMap(\.fingerprint))
        accepted = seen.filter { finding in
            finding.tier == .registry || !(finding.fingerprint.map(registered.contains) ?? false)
        }
        review = report.known
    }

    /// `2 known`; nil where there are none.
    var inWords: String? { accepted.isEmpty ? nil : "\(accepted.count) known" }

    /// `2 known`, of what one tier saw; nil where there are none.
    func inWords(_ tier: Tier) -> String? {
        let count = seen.count { $0.tier == tier }
        return count > 0 ? "\(count) known" : nil
    }

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
        let expired = review.expired.map { entry in
            let count = all.count { $0.needsAcceptance && $0.known == nil && entry.match.fits($0) }
            let rest =
                count > 0
                ? "it still leaks (\(counted(count, "finding"))): mend it, or give it another day"
                : "nothing matches it: take it out, or give it another day"
            return KnownLeakConcern(
                entry: entry, place: review.place(of: entry), kind: .expired,
                message: "accepted until \(entry.expires?.description ?? "a day that is over"), which is over; \(rest)")
        }
        let unused = review.unused.map { entry in
            KnownLeakConcern(
                entry: entry, place: review.place(of: entry), kind: .unused,
                message: "nothing matched it: if it is mended, take it out")
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
    /// How many known leaks reports count as accepted: without those that only go with others.
    public var acceptedLeaks: Int { KnownFindings(self).accepted.count }
}

/// A known leak that needs somebody's attention.
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
