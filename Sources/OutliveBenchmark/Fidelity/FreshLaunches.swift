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
}

/// What a number of states say of the subjects of one check.
private struct Bounds {
    private var states = 0
    private var counts: [String: [Int]] = [:]
    private var settings: [String: [String: Int]] = [:]

    /// Every subject that was seen.
    var subjects: Set<String> { Set(counts.keys).union(settings.keys) }

    mutating func add(_ facts: [String: ProcessState.Fact]) {
        states += 1
        for (subject, fact) in facts {
            switch fact {
            case .count(let count): counts[subject, default: []].append(count)
            case .setting(let text): settings[subject, default: [:]][text, default: 0] += 1
            }
        }
    }

    /// The fact as a stray one, if it is; nil stands for a subject that is not there.
    func stray(_ fact: ProcessState.Fact?, of subject: String, _ check: FidelityCheck) -> StrayFact? {
        let place = StrayFact.Subject(check: check, name: subject)
        switch fact {
        case .setting(let text):
            guard isStray(text, subject) else { return nil }
            return StrayFact(subject: place, launched: usual(subject), actual: text)
        case .count(let count):
            return range(of: subject).stray(count, place)
        case nil:
            if counts[subject] != nil { return range(of: subject).stray(0, place) }
            return isStray(nil, subject) ? StrayFact(subject: place, launched: usual(subject), actual: nil) : nil
        }
    }

    /// Whether launches agree on a setting and this is another; where they differ among themselves, none is stray.
    private func isStray(_ text: String?, _ subject: String) -> Bool {
        let seen = settings[subject] ?? [:]
        let isAlwaysThere = seen.values.reduce(0, +) == states
        if seen.isEmpty { return text != nil }
        return isAlwaysThere && seen.count == 1 && seen.keys.first != text
    }

    /// What launches agree on.
    private func usual(_ subject: String) -> String? { settings[subject]?.keys.first }

    private func range(of subject: String) -> CountRange {
        let seen = counts[subject] ?? []
        return CountRange(lower: seen.count < states ? 0 : seen.min() ?? 0, upper: seen.max() ?? 0)
    }
}

/// How many of something there are after launches.
private struct CountRange {
    var lower: Int
    var upper: Int

    /// A count as a stray one, if it is.
    ///
    /// Of what fills with use, fewer are no difference as long as there are any; and where launches differ among
    /// themselves, as the sizes of thread pools do, a longer life may go beyond them by as much again.
    func stray(_ count: Int, _ subject: StrayFact.Subject) -> StrayFact? {
        let isWithin =
            subject.check.fillsWithUse
            ? count <= upper + (upper - lower) && (count > 0 || lower == 0)
            : (lower...upper).contains(count)
        guard !isWithin else { return nil }
        func text(_ number: Int) -> String? { number == 0 ? nil : "\(number)" }
        return StrayFact(
            subject: subject, launched: lower == upper ? text(lower) : "\(lower) to \(upper)", actual: text(count))
    }
}
