/// Each key once, its entries joined, in the order of the keys.
///
/// - Parameter join: makes one of two entries of one key; associative, commutative, and of equal ones the same again.
/// - Complexity: O(n log n).
func joined<Entry, Key: Hashable>(
    _ entries: [Entry], by key: (Entry) -> Key, in order: (Key, Key) -> Bool, join: (Entry, Entry) -> Entry
) -> [Entry] {
    Dictionary(entries.map { (key($0), $0) }, uniquingKeysWith: join).sorted { order($0.key, $1.key) }.map(\.value)
}

/// Two values joined, or the one that there is.
func both<Value>(_ first: Value?, _ second: Value?, join: (Value, Value) -> Value) -> Value? {
    guard let first, let second else { return first ?? second }
    return join(first, second)
}

/// One of two values, the same one in whatever order they are given.
func anyOf<Value: Encodable & Equatable>(_ first: Value, _ second: Value) -> Value {
    if first == second { return first }
    // What cannot be encoded is no value of a report.
    let digests = ((try? contentDigest(of: first)) ?? 0, (try? contentDigest(of: second)) ?? 0)
    return digests.0 <= digests.1 ? first : second
}

/// The later one of two versions, such as `0.10.1` and `0.9`.
func laterVersion(_ first: String, _ second: String) -> String {
    let numbers = [first, second].map { version in
        version.split(omittingEmptySubsequences: false) { !$0.isNumber }.map { Int($0) ?? 0 }
    }
    if numbers[0] != numbers[1] { return numbers[0].lexicographicallyPrecedes(numbers[1]) ? second : first }
    return max(first, second)
}

extension Watch {
    /// How much was seen.
    var rank: Int {
        switch self {
        case .off: 0
        case .notWatched: 1
        case .watched: 2
        }
    }
}

extension ComponentKey {
    /// An order in which no two that differ are equal.
    func comesBefore(_ other: ComponentKey) -> Bool {
        if precedes(other) != other.precedes(self) { return precedes(other) }
        return lifetime.text < other.lifetime.text
    }
}

extension Lifetime {
    fileprivate var text: String {
        switch self {
        case .untilReset: ""
        case .process(let reason): "process \(reason)"
        }
    }
}

extension HeapSummary {
    /// That the heap was watched, without the censuses.
    func joined(with other: HeapSummary) -> HeapSummary {
        HeapSummary(
            frames: max(frames, other.frames),
            retainedTypes: both(retainedTypes, other.retainedTypes) { max($0, $1) })
    }
}

extension Failure {
    /// What it is the same failure by.
    struct Identity: Hashable, Comparable {
        var code: String
        var message: String

        static func < (first: Identity, second: Identity) -> Bool {
            (first.code, first.message) < (second.code, second.message)
        }
    }

    var identity: Identity { Identity(code: code.rawValue, message: message) }
}

extension KnownLeaksReview {
    /// What expired in either, and what nobody matched in both.
    func joined(with other: KnownLeaksReview) -> KnownLeaksReview {
        let unmatched = Set(unused).intersection(other.unused)
        return KnownLeaksReview(
            file: min(file, other.file), entries: max(entries, other.entries),
            day: both(day, other.day, join: max), expired: (expired + other.expired).inOrder,
            unused: Array(unmatched).inOrder, undecided: (undecided + other.undecided).inOrder)
    }
}

extension [KnownLeak] {
    /// Each once, in an order that is always the same.
    fileprivate var inOrder: [KnownLeak] {
        Set(self).map { (digest: (try? contentDigest(of: $0)) ?? 0, entry: $0) }.sorted { $0.digest < $1.digest }
            .map(\.entry)
    }
}
