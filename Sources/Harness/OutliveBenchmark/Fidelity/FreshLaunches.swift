internal import OutliveModel

/// The state of processes after fresh launches: the bounds within which a reset must restore it.
///
/// Shared by the instances of a run, because a launch of either is evidence. Used by one task only.
final class FreshLaunches {
    /// The number of recorded launches.
    private(set) var count = 0
    private var bounds: [FidelityCheck: Bounds] = [:]

    /// Records the state of a process that was launched and not used.
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

    /// Returns `true` if launches have facts of a check.
    func judge(_ check: FidelityCheck) -> Bool { bounds[check] != nil }

    /// Returns the maximum number of threads or descriptors that launches leave in a pool.
    func most(in pool: PoolGrowth.Pool) -> Int {
        guard let bounds = bounds[pool.check] else { return 0 }
        return bounds.subjects.reduce(0) { sum, name in
            let subject = UnexplainedFact.Subject(check: pool.check, name: name)
            return PoolGrowth.Pool(subject) == pool ? sum + bounds.allowed(of: name) : sum
        }
    }

    /// Returns the differences of a state from a launch, ordered by check and subject.
    func differences(of state: ProcessState) -> [UnexplainedFact] {
        FidelityCheck.allCases.flatMap { check -> [UnexplainedFact] in
            guard let facts = state.facts[check], let bounds = bounds[check] else { return [] }
            return bounds.subjects.union(facts.keys).sorted().compactMap { subject in
                bounds.stray(facts[subject], of: subject, check)
            }
        }
    }
}

/// A fact that no launch explains.
struct UnexplainedFact: Hashable {
    /// The subject of a fact.
    struct Subject: Hashable {
        var check: FidelityCheck
        var name: String
    }
    var subject: Subject
    /// The fact after launches, as text.
    var launched: String?
    /// The fact after the reset, as text.
    var actual: String?
    /// `true` if it is a count above those of launches.
    var isMore = false
}

/// The range of the facts of one check in several states.
private struct Bounds {
    private var states = 0
    private var counts: [String: SeenCount] = [:]
    private var settings: [String: SeenSetting] = [:]

    var subjects: Set<String> { Set(counts.keys).union(settings.keys) }

    mutating func add(_ facts: [String: ProcessState.Fact]) {
        states += 1
        for (subject, fact) in facts {
            switch fact {
            case .count(let count): counts[subject, default: SeenCount(count)].add(count)
            case .setting(let text): settings[subject, default: SeenSetting(text)].add(text)
            }
        }
    }

    /// Returns the fact as a stray one if no launch explains it; `nil` stands for an absent subject.
    func stray(_ fact: ProcessState.Fact?, of subject: String, _ check: FidelityCheck) -> UnexplainedFact? {
        let place = UnexplainedFact.Subject(check: check, name: subject)
        switch fact {
        case .setting(let text): return stray(text, place)
        case .count(let count): return range(of: subject).stray(count, place)
        case nil: return counts[subject] == nil ? stray(nil, place) : range(of: subject).stray(0, place)
        }
    }

    /// Returns a setting that differs from that of all launches; if launches differ among themselves, none is stray.
    private func stray(_ text: String?, _ place: UnexplainedFact.Subject) -> UnexplainedFact? {
        guard let seen = settings[place.name] else {
            return text.map { UnexplainedFact(subject: place, launched: nil, actual: $0) }
        }
        guard seen.times == states, !seen.varies, seen.text != text else { return nil }
        return UnexplainedFact(subject: place, launched: seen.text, actual: text)
    }

    /// Returns the accepted number of a subject that fills with use.
    func allowed(of subject: String) -> Int { range(of: subject).allowed }

    private func range(of subject: String) -> CountRange {
        guard let seen = counts[subject] else { return CountRange(lower: 0, upper: 0) }
        return CountRange(lower: seen.times < states ? 0 : seen.least, upper: seen.most)
    }
}

/// The number of states with a count, and its range.
private struct SeenCount {
    private(set) var times = 0
    private(set) var least: Int
    private(set) var most: Int

    init(_ count: Int) { (least, most) = (count, count) }

    mutating func add(_ count: Int) {
        times += 1
        (least, most) = (min(least, count), max(most, count))
    }
}

/// The number of states with a setting, and its variation.
private struct SeenSetting {
    private(set) var times = 0
    private(set) var varies = false
    let text: String

    init(_ text: String) { self.text = text }

    mutating func add(_ text: String) {
        times += 1
        varies = varies || text != self.text
    }
}

/// The range of a count after launches.
private struct CountRange {
    var lower: Int
    var upper: Int

    /// The maximum accepted count of a subject that fills with use.
    var allowed: Int { upper + (upper - lower) }

    /// Returns a count as a stray one if no launch explains it.
    ///
    /// For a subject that fills with use, a lower count is accepted unless it is 0, and for types even then. If
    /// launches differ among themselves, as the sizes of thread pools do, a longer life may exceed their range by its
    /// width.
    func stray(_ count: Int, _ subject: UnexplainedFact.Subject) -> UnexplainedFact? {
        let isWithin =
            subject.check.fillsWithUse
            ? count <= allowed && (count > 0 || lower == 0 || subject.check == .types)
            : (lower...upper).contains(count)
        guard !isWithin else { return nil }
        func text(_ number: Int) -> String? { number == 0 ? nil : "\(number)" }
        return UnexplainedFact(
            subject: subject, launched: lower == upper ? text(lower) : "\(lower) to \(upper)", actual: text(count),
            isMore: count > upper)
    }
}
