internal import OutliveModel

/// The state of processes after fresh launches: the bounds within which a reset must restore it.
///
/// Shared by the instances of a run, because a launch of either is evidence. Used by one task only.
final class FreshLaunches {
    private(set) var count = 0
    private var bounds: [FidelityCheck: Bounds] = [:]

    func add(_ state: ProcessState?) {
        guard let state else { return }
        count += 1
        for (check, facts) in state.facts { bounds[check, default: Bounds()].add(facts) }
    }

    /// Records the state of a process that was used once since its launch.
    func addUsed(_ state: ProcessState?) {
        for (check, facts) in state?.facts ?? [:] where check.fillsWithUse {
            bounds[check, default: Bounds()].add(facts)
        }
    }

    func judge(_ check: FidelityCheck) -> Bool { bounds[check] != nil }

    /// Returns the maximum number of threads or descriptors that launches leave in a pool.
    func maximum(in pool: Pool) -> Int {
        guard let bounds = bounds[pool.check] else { return 0 }
        return bounds.subjects.reduce(0) { sum, name in
            let subject = UnexplainedFact.Subject(check: pool.check, name: name)
            return Pool(subject) == pool ? sum + bounds.allowed(of: name) : sum
        }
    }

    /// Returns the differences of a state from a launch, ordered by check and subject.
    func differences(of state: ProcessState) -> [UnexplainedFact] {
        FidelityCheck.allCases.flatMap { check -> [UnexplainedFact] in
            guard let facts = state.facts[check], let bounds = bounds[check] else { return [] }
            return bounds.subjects.union(facts.keys).sorted().compactMap { name in
                bounds.unexplained(facts[name], UnexplainedFact.Subject(check: check, name: name))
            }
        }
    }
}

struct UnexplainedFact: Hashable {
    struct Subject: Hashable {
        var check: FidelityCheck
        var name: String

        /// `true` for the offset of an open file: a file that is open on one side only is a difference by itself.
        var followsDescriptor: Bool { check == .resources && name.hasPrefix(ProcessState.offsetOf) }
        /// `true` for what a healthy process need not have at a given moment: objects of a type, and busy workers.
        var comesAndGoes: Bool { check == .types || check == .threads && ProcessState.isDispatchWorker(name) }
    }
    var subject: Subject
    var launched: String?
    var actual: String?
    /// `true` if it is a count above the counts of all launches.
    var isMore = false
}

/// The facts of one check in several states.
private struct Bounds {
    private var states = 0
    private var seen: [String: (times: Int, counts: ClosedRange<Int>?, settings: Set<String>)] = [:]

    var subjects: Set<String> { Set(seen.keys) }

    mutating func add(_ facts: [String: ProcessState.Fact]) {
        states += 1
        for (subject, fact) in facts {
            seen[subject, default: (0, nil, [])].times += 1
            switch fact {
            case .setting(let text): seen[subject]?.settings.insert(text)
            case .count(let count):
                let known = seen[subject]?.counts ?? count...count
                seen[subject]?.counts = min(known.lowerBound, count)...max(known.upperBound, count)
            }
        }
    }

    /// Returns the difference if no launch explains a fact, or else `nil`.
    ///
    /// - Parameter fact: the fact, or `nil` if the subject is absent.
    func unexplained(_ fact: ProcessState.Fact?, _ subject: UnexplainedFact.Subject) -> UnexplainedFact? {
        switch fact {
        case .setting(let text): unexplained(setting: text, subject)
        case .count(let count): unexplained(count: count, subject)
        case nil where seen[subject.name]?.counts == nil: unexplained(setting: nil, subject)
        case nil: unexplained(count: 0, subject)
        }
    }

    /// Returns the difference of a setting from its value in all launches; if launches differ among themselves, any is
    /// explained.
    private func unexplained(setting text: String?, _ subject: UnexplainedFact.Subject) -> UnexplainedFact? {
        if subject.followsDescriptor, seen[subject.name] == nil || text == nil { return nil }
        guard let seen = seen[subject.name], let launched = seen.settings.first else {
            return text.map { UnexplainedFact(subject: subject, launched: nil, actual: $0) }
        }
        guard seen.times == states, seen.settings.count == 1, launched != text else { return nil }
        return UnexplainedFact(subject: subject, launched: launched, actual: text)
    }

    /// Returns the difference of a count that no launch explains.
    ///
    /// For a subject that fills with use, a lower count is accepted unless it is 0, and for subjects that come and go
    /// even then.
    private func unexplained(count: Int, _ subject: UnexplainedFact.Subject) -> UnexplainedFact? {
        let range = range(of: subject.name)
        let isExplained =
            subject.check.fillsWithUse
            ? count <= allowed(of: subject.name) && (count > 0 || range.lowerBound == 0 || subject.comesAndGoes)
            : range.contains(count)
        guard !isExplained else { return nil }
        func text(_ number: Int) -> String? { number == 0 ? nil : "\(number)" }
        return UnexplainedFact(
            subject: subject,
            launched: range.count == 1 ? text(range.lowerBound) : "\(range.lowerBound) to \(range.upperBound)",
            actual: text(count), isMore: count > range.upperBound)
    }

    /// Returns the maximum accepted count of a subject that fills with use.
    ///
    /// If launches differ among themselves, as the sizes of thread pools do, a longer life may exceed their range by
    /// its width.
    func allowed(of subject: String) -> Int {
        let range = range(of: subject)
        return range.upperBound + range.count - 1
    }

    private func range(of subject: String) -> ClosedRange<Int> {
        guard let seen = seen[subject], let counts = seen.counts else { return 0...0 }
        return seen.times < states ? 0...counts.upperBound : counts
    }
}
