/// Joins entries with equal keys and returns them in the order of the keys.
///
/// - Parameter join: joins two entries of one key; associative, commutative and idempotent.
/// - Complexity: O(n log n).
func joined<Entry, Key: Hashable>(
    _ entries: [Entry], by key: (Entry) -> Key, in order: (Key, Key) -> Bool, join: (Entry, Entry) -> Entry
) -> [Entry] {
    Dictionary(entries.map { (key($0), $0) }, uniquingKeysWith: join).sorted { order($0.key, $1.key) }.map(\.value)
}

/// Joins two values, or returns the only one.
func both<Value>(_ first: Value?, _ second: Value?, join: (Value, Value) -> Value) -> Value? {
    guard let first, let second else { return first ?? second }
    return join(first, second)
}

func anyOf<Value: Encodable & Equatable>(_ first: Value, _ second: Value) -> Value {
    if first == second { return first }
    // Values of a report can always be encoded.
    let digests = ((try? contentDigest(of: first)) ?? 0, (try? contentDigest(of: second)) ?? 0)
    return digests.0 <= digests.1 ? first : second
}

/// Returns the later of two versions, such as `0.10.1` and `0.9`.
func laterVersion(_ first: String, _ second: String) -> String {
    let numbers = [first, second].map { version in
        version.split(omittingEmptySubsequences: false) { !$0.isNumber }.map { Int($0) ?? 0 }
    }
    if numbers[0] != numbers[1] { return numbers[0].lexicographicallyPrecedes(numbers[1]) ? second : first }
    return max(first, second)
}

extension ComponentKey {
    /// Returns `true` if it precedes another key in a total order.
    func comesBefore(_ other: ComponentKey) -> Bool {
        if precedes(other) != other.precedes(self) { return precedes(other) }
        return lifetime.text < other.lifetime.text
    }
}

extension Lifetime {
    fileprivate var text: String { if case .process(let reason) = self { "process \(reason)" } else { "" } }
}

extension HeapSummary {
    func joined(with other: HeapSummary) -> HeapSummary {
        HeapSummary(
            frames: max(frames, other.frames),
            retainedTypes: both(retainedTypes, other.retainedTypes) { max($0, $1) })
    }
}

extension KnownLeaksReview {
    /// Joins two reviews: the expired entries of either, and the entries unused in both.
    func joined(with other: KnownLeaksReview) -> KnownLeaksReview {
        let unmatched = Set(unused).intersection(other.unused)
        return KnownLeaksReview(
            file: min(file, other.file), entries: max(entries, other.entries),
            day: both(day, other.day, join: max), expired: (expired + other.expired).inOrder,
            unused: Array(unmatched).inOrder, undecided: (undecided + other.undecided).inOrder)
    }
}

extension [KnownLeak] {
    /// The distinct entries, in a stable order.
    fileprivate var inOrder: [KnownLeak] {
        Set(self).map { (digest: (try? contentDigest(of: $0)) ?? 0, entry: $0) }.sorted { $0.digest < $1.digest }
            .map(\.entry)
    }
}

extension Fidelity {
    /// Returns the checks of both and the differences of either, each subject once.
    package func joined(with other: Fidelity) -> Fidelity {
        let results = OutliveModel.joined(results + other.results, by: \.check, in: { $0.rank < $1.rank }) {
            FidelityResult(check: $0.check, differences: $0.differences + $1.differences)
        }
        return Fidelity(
            resets: max(resets, other.resets), launches: max(launches, other.launches),
            results: results.map { result in
                let differences = OutliveModel.joined(result.differences, by: \.identity, in: <) { $0.joined(with: $1) }
                return FidelityResult(check: result.check, differences: differences)
            },
            arms: both(arms, other.arms) { first, second in
                OutliveModel.joined(first + second, by: \.arm.rawValue, in: <) { $0.joined(with: $1) }
            })
    }
}

extension ArmFidelity {
    fileprivate func joined(with other: ArmFidelity) -> ArmFidelity {
        ArmFidelity(
            arm: arm, resets: max(resets, other.resets),
            compared: FidelityCheck.allCases.filter { compared.contains($0) || other.compared.contains($0) })
    }
}

extension FidelityDifference {
    fileprivate var identity: String { (arm.map { $0.rawValue + " " } ?? "") + subject }

    fileprivate func joined(with other: FidelityDifference) -> FidelityDifference {
        let ranks = (reason == nil ? 0 : 1, firstCycle)
        let others = (other.reason == nil ? 0 : 1, other.firstCycle)
        return ranks == others ? anyOf(self, other) : ranks < others ? self : other
    }
}

extension StateDifference {
    func joined(with other: StateDifference) -> StateDifference {
        StateDifference(
            arm: arm, cycle: min(cycle, other.cycle), occurrences: max(occurrences, other.occurrences),
            expected: expected, actual: actual)
    }
}

extension Shard {
    /// Joins two records of one run, which differ if a list of known leaks was applied to one of them, or if an earlier
    /// version wrote it.
    func joined(with other: Shard) -> Shard {
        var (first, second) = (self, other)
        (first.interrupted, second.interrupted) = (nil, nil)
        var joined = outcome.isWorse(than: other.outcome) ? first : second
        if outcome == other.outcome { joined = anyOf(first, second) }
        joined.interrupted = interrupted ?? other.interrupted
        return joined
    }
}
