/// One row of a leak report: a key, its verdict, and the evidence.
public struct Finding: Codable, Hashable, Sendable {
    /// Who saw it.
    public var tier: Tier
    /// What is said of it.
    public var verdict: Verdict
    /// What the components have in common.
    public var key: ComponentKey
    /// Distinct objects alive at the end, by generation of birth; empty for `late`.
    public var births: [Birth]
    /// Distinct live objects from ended generations after each cycle, warm-up first: the evidence of the verdict.
    public var live: [Int]
    /// What `live` and `births` count.
    public var unit: LiveUnit
    /// How many of the first numbers in `live` are warm-up.
    public var warmup: Int
    /// The longest time an object took to go away while settling, in seconds, where any did.
    public var lateSeconds: Double?
    /// The strong retain count of one of them, a hint only.
    public var retainCount: Int?
    /// The bytes of those alive at the end, where the heap tier saw them.
    public var bytes: Int?
    /// Where one of them was registered; in the heap tier where one was allocated.
    public var backtrace: Backtrace
    /// A stable hash of type, site and culprit path, where one was computed.
    public var fingerprint: String?
    /// What keeps them alive, as far as it is known: every way that some of them are held, the most frequent first.
    public var traces: [LeakTrace]
    /// The bytes that would be freed with them, their own included, where it is known.
    public var retainedBytes: Int?
    /// The fingerprint of the leading finding of the cause that these belong to, whichever tier saw that one; nil of a
    /// leading finding. See `Cause`.
    public var victimOf: String?
    /// The known leak that accepts it, so that it fails nothing; nil where nobody has.
    public var known: KnownLeak?
    /// The growth of a library that it is, where its verdict is `expected` for that.
    public var library: LibraryGrowth?
    /// The runs that it was made in, by `Occurrence.shard`; empty in the report of a single run.
    public var occurrences: [Occurrence]

    /// Makes a finding.
    public init(
        tier: Tier = .registry, verdict: Verdict, key: ComponentKey, births: [Birth], live: [Int], warmup: Int,
        unit: LiveUnit = .objects, lateSeconds: Double? = nil,
        retainCount: Int? = nil, bytes: Int? = nil, backtrace: Backtrace = Backtrace(), fingerprint: String? = nil,
        traces: [LeakTrace] = [], retainedBytes: Int? = nil, victimOf: String? = nil, known: KnownLeak? = nil,
        library: LibraryGrowth? = nil, occurrences: [Occurrence] = []
    ) {
        self.tier = tier
        self.verdict = verdict
        self.key = key
        self.births = births
        self.live = live
        self.unit = unit
        self.warmup = warmup
        self.lateSeconds = lateSeconds
        self.retainCount = retainCount
        self.bytes = bytes
        self.backtrace = backtrace
        self.fingerprint = fingerprint
        self.traces = traces
        self.retainedBytes = retainedBytes
        self.victimOf = victimOf
        self.known = known
        self.library = library
        self.occurrences = occurrences
    }

    /// The way that most of them are held, where it is known.
    public var trace: LeakTrace? { traces.first }

    /// How many distinct objects are alive at the end; in a merged report at the ends of all runs together.
    public var count: Int {
        occurrences.isEmpty ? countInRun : occurrences.reduce(0) { boundedSum($0, $1.objects) }
    }

    /// How many distinct objects are alive at the end of the one run that the rest of the finding is from.
    public var countInRun: Int { births.total }
}

/// What the numbers of a finding count.
public enum LiveUnit: String, Codable, Hashable, Sendable, CaseIterable {
    /// Objects.
    case objects
    /// Blocks of memory that are no Swift objects.
    case blocks
    /// The bytes of one container's storage, also across reallocations.
    case bytes
}

/// The two ways of seeing what outlives a reset.
public enum Tier: String, Codable, Hashable, Sendable, CaseIterable {
    /// Weak references to what the application registered.
    case registry
    /// Every live Swift object, without the application's help.
    case heap
}

extension KeyedDecodingContainer {
    /// What the decoder that is made for `Finding` calls: a report from before there were tiers is of the registry's.
    func decode(_ type: Tier.Type, forKey key: Key) throws -> Tier {
        try decodeIfPresent(type, forKey: key) ?? .registry
    }

    /// What the decoder that is made for `Finding` calls: an earlier report counts objects.
    func decode(_ type: LiveUnit.Type, forKey key: Key) throws -> LiveUnit {
        try decodeIfPresent(type, forKey: key) ?? .objects
    }

    /// What the decoder that is made for `Finding` calls: a report from before there were traces has none.
    func decode(_ type: [LeakTrace].Type, forKey key: Key) throws -> [LeakTrace] {
        try decodeIfPresent(type, forKey: key) ?? []
    }

    /// What the decoder that is made for `Finding` calls: a report of a single run need not have any.
    func decode(_ type: [Occurrence].Type, forKey key: Key) throws -> [Occurrence] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}
