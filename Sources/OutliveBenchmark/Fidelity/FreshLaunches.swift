internal import OutliveModel

/// What fresh launches leave a process like: the bounds within which a reset has to bring it back.
///
/// Shared by the instances of a run, as a launch of either tells the same. Used by one task only.
final class FreshLaunches {
    /// How many launches were looked at.
    private(set) var count = 0
    private var bounds: [FidelityCheck: Bounds] = [:]

    /// Takes the state of a process that has been launched and not been used.
    func add(_ state: ProcessState?) {
        guard let state else { return }
        count += 1
        for (check, facts) in state.facts { bounds[check, default: Bounds()].add(facts) }
    }

    /// Takes the state of a process that has been used once since its launch.
    func addUsed(_ state: ProcessState?) {
        for (check, facts) in state?.facts ?? [:] where check.fillsWithUse {
            bounds[check, default: Bounds()].add(facts)
        }
    }

    /// Whether launches say anything about a check.
    func judge(_ check: FidelityCheck) -> Bool { bounds[check] != nil }

    /// How many threads or descriptors launches leave in a pool, at most.
    func most(in pool: PoolGrowth.Pool) -> Int {
        guard let bounds = bounds[pool.check] else { return 0 }
        return bounds.subjects.reduce(0) { sum, name in
            let subject = StrayFact.Subject(check: pool.check, name: name)
            return PoolGrowth.Pool(subject) == pool ? sum + bounds.allowed(of: name) : sum
        }
    }

    /// Where a state is not as a launch leaves it, by rising check and subject.
    func differences(of state: ProcessState) -> [StrayFact] {
        FidelityCheck.allCases.flatMap { check -> [StrayFact] in
            guard let facts = state.facts[check], let bounds = bounds[check] else { return [] }
            return bounds.subjects.union(facts.keys).sorted().compactMap { subject in
                bounds.stray(facts[subject], of: subject, check)
            }
        }
    }
}

/// A fact that no launch explains.
struct StrayFact: Hashable {
    /// What the fact is about.
    struct Subject: Hashable {
        var check: FidelityCheck
        var name: String
    }
    var subject: Subject
    /// What launches make of it, for people.
    var launched: String?
    /// What it is, for people.
    var actual: String?
    /// Whether it is a number above those that launches leave.
    var isMore = false
}

/// What a number of states say of the subjects of one check.
private struct Bounds {
    private var states = 0
    private var counts: [String: SeenCount] = [:]
    private var settings: [String: SeenSetting] = [:]

    /// Every subject that was seen.
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

    /// The fact as a stray one, if it is; nil stands for a subject that is not there.
    func stray(_ fact: ProcessState.Fact?, of subject: String, _ check: FidelityCheck) -> StrayFact? {
        let place = StrayFact.Subject(check: check, name: subject)
        switch fact {
        case .setting(let text): return stray(text, place)
        case .count(let count): return range(of: subject).stray(count, place)
        case nil: return counts[subject] == nil ? stray(nil, place) : range(of: subject).stray(0, place)
        }
    }

    /// Where launches agree on a setting and this is another; where they differ among themselves, none is stray.
    private func stray(_ text: String?, _ place: StrayFact.Subject) -> StrayFact? {
        guard let seen = settings[place.name] else {
            return text.map { StrayFact(subject: place, launched: nil, actual: $0) }
        }
        guard seen.times == states, !seen.varies, seen.text != text else { return nil }
        return StrayFact(subject: place, launched: seen.text, actual: text)
    }

    /// How many of a subject that fills with use are no difference.
    func allowed(of subject: String) -> Int { range(of: subject).allowed }

    private func range(of subject: String) -> CountRange {
        guard let seen = counts[subject] else { return CountRange(lower: 0, upper: 0) }
        return CountRange(lower: seen.times < states ? 0 : seen.least, upper: seen.most)
    }
}

/// How often a count was seen, and its range.
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

/// How often a setting was seen, and whether it was always the same.
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

/// How many of something there are after launches.
private struct CountRange {
    var lower: Int
    var upper: Int

    /// The most that is no difference of what fills with use.
    var allowed: Int { upper + (upper - lower) }

    /// A count as a stray one, if it is.
    ///
    /// Of what fills with use, fewer are no difference as long as there are any, and types that are gone are none; and where
    /// launches differ among themselves, as the sizes of thread pools do, a longer life may go beyond them by as much again.
    func stray(_ count: Int, _ subject: StrayFact.Subject) -> StrayFact? {
        let isWithin =
            subject.check.fillsWithUse
            ? count <= allowed && (count > 0 || lower == 0 || subject.check == .types)
            : (lower...upper).contains(count)
        guard !isWithin else { return nil }
        func text(_ number: Int) -> String? { number == 0 ? nil : "\(number)" }
        return StrayFact(
            subject: subject, launched: lower == upper ? text(lower) : "\(lower) to \(upper)", actual: text(count),
            isMore: count > upper)
    }
}
