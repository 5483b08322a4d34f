#if LiveReset
internal import OutliveModel

/// Counts, by key, what the first sweep after a reset finds alive.
struct AliveCount {
    private static let keysKept = 200
    /// Distinct objects of all keys.
    private(set) var total = 0
    private var counts: [RegistrationKey: Int] = [:]
    /// The run of equal keys that is being counted: many of one kind in a row are common.
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

    /// What was counted, the most objects first.
    var components: [AliveComponent] {
        var copy = self
        copy.close()
        let all = copy.counts.map { AliveComponent(key: ComponentKey($0.key), count: $0.value) }
        return Array(
            all.sorted { $0.count != $1.count ? $0.count > $1.count : $0.key.precedes($1.key) }.prefix(Self.keysKept))
    }

    private mutating func close() {
        guard let run = current else { return }
        // Names that are made up for each object must not fill memory.
        if counts.count < Self.keysKept || counts[run.key] != nil { counts[run.key, default: 0] += run.count }
        current = nil
    }
}
#endif
