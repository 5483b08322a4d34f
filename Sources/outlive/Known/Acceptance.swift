internal import OutliveModel
internal import OutliveReport

/// What has to be added to a list of known leaks, so that a report fails for no leak.
struct Acceptance {
    /// A finding for each entry that is to be added, in the order of the report.
    private(set) var added: [Finding] = []
    /// Entries that have expired and still leak, and are to get another last day.
    private(set) var renewed: [KnownLeak] = []
    /// Entries that accept leaks of the report already, in the file's order.
    let existing: [KnownLeak]
    /// Those that are to be looked at first.
    private(set) var expired: [KnownLeak] = []
    /// How many findings would fail the report, if nothing were accepted.
    let failing: Int
    /// How many leaks of these were accepted before, as reports count them.
    let known: Int

    /// Compares a report with a list.
    ///
    /// - Parameter renewing: whether what has expired is accepted again.
    init(of report: Report, by entries: [KnownLeak], from file: String, on day: CalendarDay, renewing: Bool) {
        var bare = report
        bare.forgetKnownLeaks()
        failing = bare.failingFindings.count
        var judged = report
        judged.judge(by: entries, from: file, on: day)
        let open = judged.failingFindings
        known = failing > open.count ? judged.acceptedLeaks : 0
        let accepting = Set(judged.findings.compactMap(\.known))
        existing = entries.filter(accepting.contains)
        let past = entries.filter { $0.hasExpired(on: day) }
        let stillLeaking = past.filter { entry in open.contains { entry.match.fits($0) } }
        if renewing { renewed = stillLeaking } else { expired = stillLeaking }
        // What goes with a leak that has an entry, or gets one, needs none.
        let leaders = judged.findings.filter { $0.victimOf == nil && ($0.known != nil || open.contains($0)) }
        var fingerprints: Set<String> = []
        var culprits = AcceptedCulprits()
        for finding in judged.findings { culprits.add(finding) }
        for finding in open {
            let goesWithOther = finding.victimOf.map { name in
                leaders.contains { $0.tier == finding.tier && $0.fingerprint == name }
            }
            guard goesWithOther != true, !stillLeaking.contains(where: { $0.match.fits(finding) }),
                culprits.entry(for: finding) == nil,
                let fingerprint = finding.fingerprint, fingerprints.insert(fingerprint).inserted
            else { continue }
            var accepted = finding
            accepted.known = KnownLeak(match: KnownLeakMatch(fingerprint: fingerprint), reason: "")
            culprits.add(accepted)
            added.append(finding)
        }
    }
}

/// What is said of an acceptance.
struct AcceptanceWords {
    let text: String

    init(
        _ acceptance: Acceptance, _ additions: [KnownLeaksFile.Addition], _ changes: [EntryChange], report: Report,
        path: String, lastDay: CalendarDay?
    ) {
        let path = path.onOneLine()
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
                    ? "changed \(place): \(change.words)"
                    : "not changed, as leaks were added: \(place): \(change.words); run the command again to change it")
        }
        for entry in acceptance.renewed {
            lines.append("renewed \(until): \(path):\(entry.line ?? 1), which had expired: \(entry.reason.onOneLine())")
        }
        for entry in acceptance.expired {
            lines.append(
                "not accepted: \(path):\(entry.line ?? 1) expired after \(entry.expires?.description ?? "") and still leaks: "
                    + "give it another day there, or add --renew")
        }
        if lines.isEmpty {
            let why =
                acceptance.known > 0
                ? "\(counted(acceptance.known, "leak")) that would fail it \(acceptance.known == 1 ? "is" : "are") "
                    + "accepted in \(path) already"
                : report.plan.failOn == .never ? "no leak fails a run with --fail-on never" : "no leak fails the report"
            lines.append("nothing to accept: \(why)")
        }
        text = lines.joined(separator: "\n") + "\n"
    }
}

/// A number and its noun.
private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
