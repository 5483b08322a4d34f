#if LiveReset
internal import OutliveWire

/// Counts, by key, the objects that the first sweep after a reset finds alive.
struct AliveCount {
    private static let keysKept = 200
    /// The number of distinct objects under all keys.
    private(set) var total = 0
    private var counts: [RegistrationKey: Int] = [:]
    /// The current run of equal keys; objects of one kind are often registered in a row.
    private var current: (key: RegistrationKey, count: Int)?

    mutating func add(_ registration: Registration) {
        guard registration.representsObject else { return }
        total += 1
        if let run = current, run.key == registration.key {
            current = (run.key, run.count + 1)
        } else {
            close()
            current = (registration.key, 1)
        }
    }

    /// The counts by key, in descending order.
    var components: [AliveComponent] {
        var copy = self
        copy.close()
        let all = copy.counts.map { AliveComponent(key: ComponentKey($0.key), count: $0.value) }
        return Array(
            all.sorted { $0.count != $1.count ? $0.count > $1.count : $0.key.precedes($1.key) }.prefix(Self.keysKept))
    }

    private mutating func close() {
        guard let run = current else { return }
        // The limit bounds memory if an application generates a name for each object.
        if counts.count < Self.keysKept || counts[run.key] != nil { counts[run.key, default: 0] += run.count }
        current = nil
    }
}
#endif
