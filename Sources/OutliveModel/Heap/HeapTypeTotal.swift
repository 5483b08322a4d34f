/// All live objects of one type.
public struct HeapTypeTotal: Codable, Hashable, Sendable {
    /// What they are.
    public var type: HeapType
    /// How many are alive.
    public var objects: Int
    /// The bytes of those.
    public var bytes: Int
    /// How many are deinitialised, and kept by unowned references only.
    public var deinitialised: Int
    /// The stacks that most of those alive were allocated in, most objects first.
    public var sites: [Site]

    /// Objects of one type that were allocated in one stack.
    public struct Site: Codable, Hashable, Sendable {
        /// The stack.
        public var backtrace: Backtrace
        /// How many are alive.
        public var count: Int

        /// Makes a site.
        public init(backtrace: Backtrace, count: Int) {
            self.backtrace = backtrace
            self.count = count
        }
    }

    /// Makes a total.
    public init(type: HeapType, objects: Int = 0, bytes: Int = 0, deinitialised: Int = 0, sites: [Site] = []) {
        self.type = type
        self.objects = objects
        self.bytes = bytes
        self.deinitialised = deinitialised
        self.sites = sites
    }
}

extension HeapCensus {
    /// The live objects by type: the most bytes first, then the most objects, then by name.
    ///
    /// - Parameter sites: the most stacks that are told of a type; all stacks of one innermost frame are told apart.
    public func totals(sites: Int = 3) -> [HeapTypeTotal] {
        var totals: [HeapType: HeapTypeTotal] = [:]
        var counts: [HeapType: [Int: Int]] = [:]
        for row in rows {
            var total = totals[row.type] ?? HeapTypeTotal(type: row.type)
            switch row.state {
            case .alive:
                total.objects += row.count
                total.bytes += row.bytes
                if let stack = row.stack { counts[row.type, default: [:]][stack, default: 0] += row.count }
            case .deinitialised:
                total.deinitialised += row.count
            }
            totals[row.type] = total
        }
        return totals.values
            .sorted { ($1.bytes, $1.objects, $0.type) < ($0.bytes, $0.objects, $1.type) }
            .map { total in
                var total = total
                let most = counts[total.type, default: [:]].sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                total.sites = most.prefix(sites).map {
                    HeapTypeTotal.Site(backtrace: stacks[$0.key], count: $0.value)
                }
                return total
            }
    }
}
