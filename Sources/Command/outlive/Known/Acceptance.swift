internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveYAML

/// The changes to a list of known leaks after which a report has no failing leak.
struct Acceptance {
    /// The causes that need a new entry, in the order of the report.
    private(set) var added: [Cause] = []
    /// The expired entries of persisting leaks that get a new last day.
    private(set) var renewed: [KnownLeak] = []
    /// The entries that accept leaks of the report already, in the order of the file.
    let existing: [KnownLeak]
    /// The expired entries of persisting leaks that need a decision first.
    private(set) var expired: [KnownLeak] = []
    /// The entries with a fingerprint that match nothing in the report.
    let unused: [KnownLeak]
    /// The number of otherwise failing causes that the list accepted before.
    let known: Int

    /// Compares a report with a list.
    ///
    /// - Parameter renewing: `true` to accept expired entries again.
    init(of report: Report, by entries: [KnownLeak], from file: String, on day: CalendarDay, renewing: Bool) {
        var bare = report
        bare.forgetKnownLeaks()
        var judged = report
        judged.judge(by: entries, from: file, on: day)
        let open = judged.failingCauses
        known = bare.failingCauses.count > open.count ? Presentation(judged).accepted.count : 0
        unused = judged.known?.unused.filter { $0.match.fingerprint != nil } ?? []
        let accepting = Set(judged.findings.compactMap(\.known))
        existing = entries.filter(accepting.contains)
        func fits(_ entry: KnownLeak, _ cause: Cause) -> Bool { cause.findings.contains(where: entry.match.fits) }
        let stillLeaking = entries.filter { entry in
            entry.hasExpired(on: day) && open.contains { fits(entry, $0) }
        }
        if renewing { renewed = stillLeaking } else { expired = stillLeaking }
        var references = AcceptedReferences()
        for finding in judged.findings { references.add(finding) }
        for cause in open {
            guard !stillLeaking.contains(where: { fits($0, cause) }), references.entry(for: cause.leader) == nil else {
                continue
            }
            var accepted = cause.leader
            accepted.known = KnownLeak(match: KnownLeakMatch(fingerprint: cause.fingerprint), reason: "")
            references.add(accepted)
            added.append(cause)
        }
    }
}

extension Acceptance {
    func summary(
        _ additions: [KnownLeaksFile.Addition], _ changes: [KnownLeaksFile.Change], report: Report, path: String,
        lastDay: CalendarDay?
    ) -> String {
        let until = lastDay.map { "until \($0)" } ?? "for good"
        var lines: [String] = []
        if !additions.isEmpty {
            lines.append("accepted \(counted(additions.count, "leak")) in \(path), \(until):")
            lines += additions.map { "  \($0.entry.match.fingerprint ?? "")  \($0.comment.onOneLine(upTo: 300))" }
        }
        for change in changes {
            let place = "\(path):\(change.entry.line ?? 1)"
            lines.append(
                additions.isEmpty
                    ? "changed \(place): \(change.description)"
                    : "not changed, as leaks were added: \(place): \(change.description); run the command again to change it"
            )
        }
        for entry in renewed {
            lines.append("renewed \(until): \(path):\(entry.line ?? 1), which had expired: \(entry.reason.onOneLine())")
        }
        for entry in expired {
            lines.append(
                "not accepted: \(path):\(entry.line ?? 1) expired after \(entry.expires?.description ?? "") and still "
                    + "leaks: extend the date there, or add --renew")
        }
        if !additions.isEmpty, !unused.isEmpty {
            let places = unused.map { "\(path):\($0.line ?? 1)" }.joined(separator: ", ")
            lines.append(
                "not matched: \(places): if the fingerprint is of an earlier version of Outlive, a leak accepted above "
                    + "takes its place: remove the entry")
        }
        if lines.isEmpty {
            let why =
                known > 0
                ? "\(counted(known, "leak")) that would fail it \(known == 1 ? "is" : "are") "
                    + "accepted in \(path) already"
                : report.plan.failOn == .never ? "no leak fails a run with --fail-on never" : "no leak fails the report"
            lines.append("nothing to accept: \(why)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
