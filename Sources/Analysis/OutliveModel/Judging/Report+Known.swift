extension Report {
    /// Applies a list of known leaks in place of any earlier list: sets `Finding.known` and `known`.
    ///
    /// An expired entry, or one for other versions of Swift, matches nothing; see `[Finding].accept`.
    ///
    /// - Complexity: O(findings x entries).
    package mutating func judge(by entries: [KnownLeak], from file: String, on day: CalendarDay) {
        forgetKnownLeaks()
        addMissingFingerprints()
        var judged = findings
        let used = judged.accept(by: entries, on: day) { self.toolchains(of: $0) }
        for index in judged.indices where judged[index].known != nil { judged[index].setOccurrencesAccepted(true) }
        findings = judged
        var review = KnownLeaksReview(file: file, entries: entries.count, day: day)
        review.expired = entries.filter { $0.hasExpired(on: day) }
        let toolchains = runs.map(\.toolchain)
        for entry in entries where !entry.hasExpired(on: day) && !used.contains(entry) {
            switch entry.applies(toAnyOf: toolchains) {
            case true where wouldHaveSeen(entry): review.unused.append(entry)
            case nil: review.undecided.append(entry)
            default: break
            }
        }
        known = review
    }

    /// Undoes all acceptance by known leaks.
    package mutating func forgetKnownLeaks() {
        known = nil
        for index in findings.indices {
            findings[index].known = nil
            findings[index].setOccurrencesAccepted(false)
        }
    }

    /// Returns `true` if the run shows that the leak of an entry no longer exists.
    ///
    /// Without the heap tier there are no traces, so a fingerprint or culprit made from a trace cannot match.
    private func wouldHaveSeen(_ entry: KnownLeak) -> Bool {
        guard failures.isEmpty, !interrupted, !plan.selectsTests else { return false }
        return watched(.heap) || watch == .watched && entry.match.fingerprint == nil && entry.match.culprit == nil
    }

    /// Returns the versions of Swift of the runs that made a finding; `nil` stands for an unknown version.
    private func toolchains(of finding: Finding) -> [String?] {
        guard !shards.isEmpty else { return [toolchain] }
        let names = Set(finding.occurrences.map(\.shard))
        return shards.filter { names.contains($0.id) }.map(\.toolchain)
    }
}

extension [Finding] {
    /// Accepts findings by a list of known leaks: sets `Finding.known`.
    ///
    /// The first entry that matches a finding accepts it; the other matching entries count as used, too. The other
    /// findings of an accepted cause, and findings with the same suspect reference (`AcceptedReferences`), are accepted
    /// as well. Findings with the verdict `late` or `expected` need no entry and use none.
    ///
    /// - Parameters:
    ///   - entries: The list; entries that have expired match nothing.
    ///   - toolchains: Returns the versions of Swift of the runs that made a finding; `nil` stands for an unknown
    ///     version.
    /// - Returns: The entries that matched a finding.
    /// - Complexity: O(findings x entries).
    @discardableResult
    package mutating func accept(
        by entries: [KnownLeak], on day: CalendarDay, toolchains: (Finding) -> [String?]
    ) -> Set<KnownLeak> {
        let current = entries.filter { !$0.hasExpired(on: day) }
        var used: Set<KnownLeak> = []
        for index in indices where self[index].needsAcceptance {
            let versions = toolchains(self[index])
            let matching = current.filter { $0.applies(to: versions) == true && $0.match.fits(self[index]) }
            self[index].known = matching.first
            used.formUnion(matching)
        }
        acceptRelatedFindings(toolchains)
        return used
    }

    /// Accepts findings that the fix of an accepted finding also fixes.
    ///
    /// Each acceptance can lead to others, so this repeats until nothing is added.
    private mutating func acceptRelatedFindings(_ toolchains: (Finding) -> [String?]) {
        var accepted: Int
        repeat {
            accepted = count { $0.known != nil }
            acceptSameSuspects(toolchains)
            acceptCauses(toolchains)
        } while count { $0.known != nil } != accepted
    }

    private mutating func acceptSameSuspects(_ toolchains: (Finding) -> [String?]) {
        var culprits = AcceptedReferences()
        for finding in self { culprits.add(finding) }
        for index in indices where self[index].known == nil && self[index].needsAcceptance {
            guard let entry = culprits.entry(for: self[index]), entry.applies(to: toolchains(self[index])) == true
            else { continue }
            self[index].known = entry
        }
    }

    /// Accepts all findings of accepted causes.
    ///
    /// A cause is accepted with its leading finding. An entry for one leak accepts it through any of its findings,
    /// because another finding may lead in another run. An entry that is a pattern accepts no cause through a finding
    /// that only belongs to it.
    private mutating func acceptCauses(_ toolchains: (Finding) -> [String?]) {
        let candidates = indices.filter { self[$0].needsAcceptance }
        for group in causeGroups(of: candidates.map { self[$0] }) {
            let members = group.map { candidates[$0] }
            let entries = members.compactMap { self[$0].known }
            guard let entry = self[members[0]].known ?? entries.first(where: \.isOfOneLeak) else { continue }
            for index in members where self[index].known == nil {
                guard entry.applies(to: toolchains(self[index])) == true else { continue }
                self[index].known = entry
            }
        }
    }
}

extension Finding {
    /// `true` if the objects remain alive without a declaration, so that a known leak can accept the finding.
    package var needsAcceptance: Bool {
        switch verdict {
        case .leak, .suspect, .filling, .retained: true
        case .late, .expected: false
        }
    }

    fileprivate mutating func setOccurrencesAccepted(_ isAccepted: Bool) {
        for index in occurrences.indices { occurrences[index].isAccepted = isAccepted }
    }
}

extension KnownLeak {
    /// `true` if the entry selects one leak by fingerprint or culprit, rather than a pattern of types or sites.
    package var isOfOneLeak: Bool { match.fingerprint != nil || match.culprit != nil }

    /// Returns `true` if the entry applies to all of these versions of Swift, or `nil` if that is unknown.
    fileprivate func applies(to toolchains: [String?]) -> Bool? {
        guard let toolchain else { return true }
        let answers = toolchains.map { $0.flatMap(toolchain.covers) }
        if answers.contains(false) || answers.isEmpty { return false }
        return answers.contains(nil) ? nil : true
    }

    /// Returns `true` if the entry applies to any of these versions of Swift, or `nil` if that is unknown.
    fileprivate func applies(toAnyOf toolchains: [String?]) -> Bool? {
        let answers = toolchains.map { applies(to: [$0]) }
        return answers.contains(true) ? true : answers.contains(nil) ? nil : false
    }
}

/// The suspect references of accepted findings; the fix of one also fixes other findings with the same reference.
///
/// The findings that `Finding.victimOf` assigns to a cause may differ between runs, because a stale word may look like
/// a reference. The suspect reference of most objects of a type does not differ.
package struct AcceptedReferences {
    private var entries: [[String]: [(file: Substring?, entry: KnownLeak)]] = [:]

    package init() {}

    /// Adds a finding that is accepted by fingerprint or culprit.
    ///
    /// An entry for a type or a site is a pattern and accepts only what it matches.
    package mutating func add(_ finding: Finding) {
        guard let entry = finding.known, entry.isOfOneLeak, let name = Self.name(of: finding)
        else { return }
        let file = Self.file(of: finding)
        guard entries[name]?.contains(where: { $0.file == file }) != true else { return }
        entries[name, default: []].append((file, entry))
    }

    /// Returns the entry that accepts another finding with the same suspect reference, or `nil` if there is none.
    ///
    /// The first traces are compared. If both have a location, their files need the same name.
    package func entry(for finding: Finding) -> KnownLeak? {
        guard let name = Self.name(of: finding) else { return nil }
        let file = Self.file(of: finding)
        return entries[name]?.first { $0.file == nil || file == nil || $0.file == file }?.entry
    }

    /// Returns the names of the suspect and its holder, because many references share a name such as `over-retain`.
    private static func name(of finding: Finding) -> [String]? {
        guard let trace = finding.trace, let culprit = trace.culprit, trace.steps.indices.contains(culprit.step) else {
            return nil
        }
        return [culprit.name, trace.steps[culprit.step].name]
    }

    private static func file(of finding: Finding) -> Substring? {
        finding.trace?.culprit?.location?.file.split(separator: "/").last
    }
}
