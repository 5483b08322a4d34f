#if LiveReset
internal import OutliveWire

/// A count of the live components after a generation has settled.
struct Census {
    private struct Row {
        var births: [Int: Int] = [:]
        var newest: SlotReference
        var newestGeneration = 0
        var stack: UInt32 = 0
        /// The youngest objects, whose addresses are reported, in no particular order.
        var youngest: [(generation: Int, slot: SlotReference)] = []

        mutating func add(_ registration: Registration, at slot: SlotReference) {
            births[registration.generation, default: 0] += 1
            addYoungest(registration.generation, slot)
            guard registration.generation >= newestGeneration else { return }
            newestGeneration = registration.generation
            newest = slot
            stack = registration.stack
        }

        private mutating func addYoungest(_ generation: Int, _ slot: SlotReference) {
            if youngest.count < Survivor.maximumAddresses { return youngest.append((generation, slot)) }
            guard let oldest = youngest.indices.min(by: { youngest[$0].generation < youngest[$1].generation }),
                youngest[oldest].generation < generation
            else { return }
            youngest[oldest] = (generation, slot)
        }
    }

    let generation: Int
    /// The number of distinct live components of all generations.
    private(set) var live = 0
    /// The number of distinct live components with lifetime `untilReset` that were registered in this generation.
    private(set) var aliveOfGeneration = 0
    private var rows: [KeyIndex: Row] = [:]
    /// The keys registered after this generation, at most 200, which bounds memory if each object has its own name.
    private var components: Set<KeyIndex> = []
    private var lastComponent: KeyIndex?
    private static let componentsKept = 200

    init(generation: Int) {
        self.generation = generation
    }

    /// Counts the registration of a live object, and marks a survivor as reported.
    mutating func count(_ registration: inout Registration, at slot: SlotReference) {
        if registration.representsObject { live += 1 }
        guard registration.generation <= generation else { return addComponent(registration.key) }
        if registration.endsWithGeneration {
            registration.isReported = true
            if registration.representsObject, registration.generation == generation { aliveOfGeneration += 1 }
        }
        rows[registration.key, default: Row(newest: slot)].add(registration, at: slot)
    }

    private mutating func addComponent(_ key: KeyIndex) {
        // Equal keys often arrive consecutively, and a comparison is cheaper than a hash lookup.
        guard components.count < Self.componentsKept, key != lastComponent else { return }
        components.insert(key)
        lastComponent = key
    }

    /// The numbers of all counted keys.
    var keys: Set<KeyIndex> { components.union(rows.keys) }

    /// Returns the keys of the components registered after this generation, sorted.
    func componentKeys(_ keys: [KeyIndex: RegistrationKey]) -> [ComponentKey] {
        Set(components.compactMap { keys[$0].map { ComponentKey($0) } }).sorted { $0.precedes($1) }
    }

    /// Returns the rows of the report, in descending order of the number of objects.
    ///
    /// Different keys of the registry form one row if their text is the same, as for private types with equal names.
    ///
    /// - Parameters:
    ///   - keys: The keys with the numbers in `keys`.
    ///   - retainCount: Returns the retain count of the object in a slot.
    ///   - address: Returns the address of the object in a slot.
    func survivors(
        keys: [KeyIndex: RegistrationKey], retainCount: (SlotReference) -> Int?,
        address: (SlotReference) -> ObjectAddress?
    ) -> [Survivor] {
        var survivors: [ComponentKey: Survivor] = [:]
        var images = Images()
        for (number, row) in rows {
            guard let key = keys[number].map({ ComponentKey($0) }) else { continue }
            let addresses = row.youngest.compactMap { address($0.slot) }.sorted()
            if var survivor = survivors[key] {
                survivor.births = Self.births(
                    row.births.merging(survivor.births.map { ($0.generation, $0.count) }, uniquingKeysWith: +))
                let all = (survivor.addresses ?? []) + addresses
                survivor.addresses = all.isEmpty ? nil : Array(all.prefix(Survivor.maximumAddresses))
                survivors[key] = survivor
            } else {
                survivors[key] = Survivor(
                    key: key, births: Self.births(row.births), backtrace: images.backtrace(ofStack: row.stack),
                    retainCount: retainCount(row.newest), addresses: addresses.isEmpty ? nil : addresses)
            }
        }
        return survivors.values.sorted { $0.count != $1.count ? $0.count > $1.count : $0.key.precedes($1.key) }
    }

    private static func births(_ counts: [Int: Int]) -> [Survivor.Birth] {
        counts.map { Survivor.Birth(generation: $0, count: $1) }.sorted { $0.generation < $1.generation }
    }
}

/// The number of objects, by key, that the first sweep after a reset finds alive.
struct AliveCount {
    private static let keysKept = 200
    /// The number of distinct objects under all keys.
    private(set) var total = 0
    private var counts: [KeyIndex: Int] = [:]
    /// The current run of equal keys; objects with one key are often registered consecutively.
    private var current: (key: KeyIndex, count: Int)?

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

    /// The numbers of the keys in `components`.
    var keys: [KeyIndex] { Array(closed.keys) }

    /// Returns the counts by key, in descending order.
    func components(_ keys: [KeyIndex: RegistrationKey]) -> [AliveComponent] {
        let all = closed.compactMap { number, count in
            keys[number].map { AliveComponent(key: ComponentKey($0), count: count) }
        }
        return Array(
            all.sorted { $0.count != $1.count ? $0.count > $1.count : $0.key.precedes($1.key) }.prefix(Self.keysKept))
    }

    private var closed: [KeyIndex: Int] {
        var copy = self
        copy.close()
        return copy.counts
    }

    private mutating func close() {
        guard let run = current else { return }
        // The limit bounds memory if an application generates a name for each object.
        if counts.count < Self.keysKept || counts[run.key] != nil { counts[run.key, default: 0] += run.count }
        current = nil
    }
}
#endif
