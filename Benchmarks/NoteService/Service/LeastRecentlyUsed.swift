/// A dictionary of bounded size that evicts the least recently used entry.
///
/// Complexity: O(1), but O(capacity) for an insertion into a full dictionary; meant for some hundreds of entries.
struct LeastRecentlyUsed<Key: Hashable, Value> {
    private var entries: [Key: (value: Value, used: UInt64)] = [:]
    private var clock: UInt64 = 0
    private let capacity: Int

    /// Creates an empty dictionary with a capacity of at least 1.
    init(capacity: Int) {
        self.capacity = max(capacity, 1)
    }

    /// The number of entries.
    var count: Int { entries.count }

    /// Returns the value of a key and marks it as used.
    mutating func value(for key: Key) -> Value? {
        guard let value = entries[key]?.value else { return nil }
        insert(value, for: key)
        return value
    }

    /// Sets the value of a key. A full dictionary evicts its least recently used entry first.
    mutating func insert(_ value: Value, for key: Key) {
        clock += 1
        if entries[key] == nil, entries.count >= capacity,
            let oldest = entries.min(by: { $0.value.used < $1.value.used })
        {
            entries[oldest.key] = nil
        }
        entries[key] = (value, clock)
    }

    /// Removes the entries whose keys satisfy a condition.
    mutating func removeAll(where condition: (Key) -> Bool) {
        entries = entries.filter { !condition($0.key) }
    }
}

extension LeastRecentlyUsed: Sendable where Key: Sendable, Value: Sendable {}
