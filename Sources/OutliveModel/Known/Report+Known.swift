extension Report {
    /// Judges the findings by a list of known leaks, in place of any list before: sets `Finding.known` and `known`.
    ///
    /// Of several entries that match a finding the first accepts it, and none of them is unused. One that has expired, or
    /// is about other versions of Swift, matches nothing. The other findings of an accepted cause, and what has the same
    /// suspect reference (`AcceptedCulprits`), are accepted with it. Findings of the verdicts `late` and `expected` need no
    /// entry, and use none.
    ///
    /// - Parameters:
    ///   - entries: the list, in the file's order.
    ///   - file: what the list is called.
    ///   - day: the day, in UTC, that tells which entries have expired.
    /// - Complexity: O(findings x entries).
    public mutating func judge(by entries: [KnownLeak], from file: String, on day: CalendarDay) {
        forgetKnownLeaks()
        addMissingFingerprints()
        let current = entries.filter { !$0.hasExpired(on: day) }
        var used: Set<KnownLeak> = []
        for index in findings.indices where findings[index].needsAcceptance {
            let finding = findings[index]
            let toolchains = toolchains(of: finding)
            let matching = current.filter { $0.applies(to: toolchains) == true && $0.match.fits(finding) }
            findings[index].known = matching.first
            used.formUnion(matching)
        }
        acceptWhatGoesWithThem()
        for index in findings.indices where findings[index].known != nil {
            findings[index].setOccurrencesAccepted(true)
        }
        var review = KnownLeaksReview(file: file, entries: entries.count, day: day)
        review.expired = entries.filter { $0.hasExpired(on: day) }
        let runs = toolchainsOfRuns
        for entry in current where !used.contains(entry) {
            switch entry.applies(toAnyOf: runs) {
            case true where wouldHaveSeen(entry): review.unused.append(entry)
            case nil: review.undecided.append(entry)
            default: break
            }
        }
        known = review
    }

    /// Takes back what a list of known leaks accepted.
    public mutating func forgetKnownLeaks() {
        known = nil
        for index in findings.indices {
            findings[index].known = nil
            findings[index].setOccurrencesAccepted(false)
        }
    }

    /// Whether the list of known leaks fails the run: an entry has expired, and leaks fail it at all.
    public var failsByExpiredLeaks: Bool {
        guard known?.expired.isEmpty == false else { return false }
        return isMerged ? shards.contains { $0.plan.failOn != .never } : plan.failOn != .never
    }

    /// Accepts what is mended together with accepted findings.
    ///
    /// What goes with one that is accepted by its culprit is accepted, too, so this ends when nothing is added.
    private mutating func acceptWhatGoesWithThem() {
        var count: Int
        repeat {
            count = findings.count { $0.known != nil }
            acceptSameCulprits()
            acceptCauses()
        } while findings.count { $0.known != nil } != count
    }

    /// Accepts what has the culprit of an accepted finding.
    private mutating func acceptSameCulprits() {
        var culprits = AcceptedCulprits()
        for finding in findings { culprits.add(finding) }
        for index in findings.indices where findings[index].known == nil && findings[index].needsAcceptance {
            guard let entry = culprits.entry(for: findings[index]),
                entry.applies(to: toolchains(of: findings[index])) == true
            else { continue }
            findings[index].known = entry
        }
    }

    /// Accepts all findings of the causes that are accepted.
    ///
    /// A cause is accepted with its leading finding, and by an entry for this very leak with any of its findings: in another
    /// run, one of the others may lead. An entry that is a pattern accepts no cause by what only belongs to it.
    private mutating func acceptCauses() {
        let candidates = findings.indices.filter { findings[$0].needsAcceptance }
        for group in causeGroups(of: candidates.map { findings[$0] }) {
            let members = group.map { candidates[$0] }
            let entries = members.compactMap { findings[$0].known }
            guard let entry = findings[members[0]].known ?? entries.first(where: \.isOfOneLeak) else { continue }
            for index in members where findings[index].known == nil {
                guard entry.applies(to: toolchains(of: findings[index])) == true else { continue }
                findings[index].known = entry
            }
        }
    }

    /// Whether the run can tell that the leak of an entry is not there any more.
    ///
    /// Without the heap tier there are no traces, so what has the fingerprint of one is not found by it.
    private func wouldHaveSeen(_ entry: KnownLeak) -> Bool {
        guard failures.isEmpty, !interrupted else { return false }
        return heap != nil || watch == .watched && entry.match.fingerprint == nil && entry.match.culprit == nil
    }

    /// The versions of Swift of the runs that a finding was made in; nil where one is not known.
    private func toolchains(of finding: Finding) -> [String?] {
        guard !shards.isEmpty else { return [toolchain] }
        let names = Set(finding.occurrences.map(\.shard))
        return shards.filter { names.contains($0.id) }.map(\.toolchain)
    }

    private var toolchainsOfRuns: [String?] { shards.isEmpty ? [toolchain] : shards.map(\.toolchain) }
}

extension Finding {
    /// Whether it is something that a known leak can stand for: it stays, and nobody said before that it is to.
    public var needsAcceptance: Bool {
        switch verdict {
        case .leak, .suspect, .retained: true
        case .late, .expected: false
        }
    }
}

extension Finding {
    fileprivate mutating func setOccurrencesAccepted(_ isAccepted: Bool) {
        for index in occurrences.indices { occurrences[index].isAccepted = isAccepted }
    }
}

extension KnownLeak {
    /// Whether it stands for one leak, by fingerprint or culprit, and is no pattern of types or sites.
    package var isOfOneLeak: Bool { match.fingerprint != nil || match.culprit != nil }

    /// Whether it is about all of these versions of Swift; nil where that cannot be told.
    fileprivate func applies(to toolchains: [String?]) -> Bool? {
        guard let toolchain else { return true }
        let answers = toolchains.map { $0.flatMap(toolchain.covers) }
        if answers.contains(false) || answers.isEmpty { return false }
        return answers.contains(nil) ? nil : true
    }

    /// Whether it is about any of them; nil where that cannot be told.
    fileprivate func applies(toAnyOf toolchains: [String?]) -> Bool? {
        let answers = toolchains.map { applies(to: [$0]) }
        return answers.contains(true) ? true : answers.contains(nil) ? nil : false
    }
}
