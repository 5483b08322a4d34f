/// A dictionary of bounded size that forgets what was not used for longest.
///
/// Complexity: O(1), but O(capacity) for an insertion into a full one; meant for some hundreds of entries.
struct LeastRecentlyUsed<Key: Hashable, Value> {
    private var entries: [Key: (value: Value, used: UInt64)] = [:]
    private var clock: UInt64 = 0
    private let capacity: Int

    /// Makes an empty one; it holds at least one entry.
    init(capacity: Int) {
        self.capacity = max(capacity, 1)
    }

    /// How many entries it holds.
    var count: Int { entries.count }

    /// The value of a key, which is used thereby.
    mutating func value(for key: Key) -> Value? {
        guard let value = entries[key]?.value else { return nil }
        insert(value, for: key)
        return value
    }

    /// Sets the value of a key, at the cost of the entry that was not used for longest.
    mutating func insert(_ value: Value, for key: Key) {
        clock += 1
        if entries[key] == nil, entries.count >= capacity,
            let oldest = entries.min(by: { $0.value.used < $1.value.used })
        {
            entries[oldest.key] = nil
        }
        entries[key] = (value, clock)
    }

    /// Forgets the entries whose keys satisfy a condition.
    mutating func removeAll(where condition: (Key) -> Bool) {
        entries = entries.filter { !condition($0.key) }
    }
}

extension LeastRecentlyUsed: Sendable where Key: Sendable, Value: Sendable {}
