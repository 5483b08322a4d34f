/// What `outlive heap` found in a snapshot: the single value that its reports are made from.
///
/// Its JSON form is versioned; `docs/report-format.md` is the grammar.
public struct SnapshotReport: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    public static let currentFormat = 1

    /// The version of the JSON form.
    public var format: Int
    /// The version of Outlive that made the report.
    public var toolVersion: String
    /// The snapshot.
    public var snapshot: SnapshotFacts
    /// What types were asked for; nil for all.
    public var pattern: String?
    /// The live objects by type, the most bytes first, or the most retained bytes where these are known.
    public var types: [SnapshotType]
    /// The blocks that the most memory goes with, the most first; nil where nobody asked.
    public var largest: [SnapshotObject]?
    /// The blocks that are no Swift objects, by allocation site, the most bytes first; nil where they were not asked for.
    public var memory: [SnapshotType]?
    /// What changed since an earlier snapshot; nil where there is none.
    public var growth: SnapshotGrowth?
    /// What keeps the objects alive, by type; nil where nobody asked.
    public var traces: [TypeTraces]?
    /// What a reader should know about how the figures came about.
    public var notes: [String]

    /// Makes a report of a snapshot.
    public init(
        toolVersion: String, snapshot: SnapshotFacts, pattern: String? = nil, types: [SnapshotType] = [],
        largest: [SnapshotObject]? = nil, memory: [SnapshotType]? = nil, growth: SnapshotGrowth? = nil, traces: [TypeTraces]? = nil,
        notes: [String] = []
    ) {
        format = Self.currentFormat
        self.toolVersion = toolVersion
        self.snapshot = snapshot
        self.pattern = pattern
        self.types = types
        self.largest = largest
        self.memory = memory
        self.growth = growth
        self.traces = traces
        self.notes = notes
    }
}

/// What a snapshot is of, and how much is in it.
public struct SnapshotFacts: Codable, Hashable, Sendable {
    /// How many roots of a kind there are.
    public struct Roots: Codable, Hashable, Sendable {
        /// Where they are: `global`, `stack`, `threadLocal` or `memory`.
        public var kind: TraceStep.Kind
        /// How many.
        public var count: Int

        /// Makes a count.
        public init(kind: TraceStep.Kind, count: Int) {
            self.kind = kind
            self.count = count
        }
    }

    /// The file, as it was named.
    public var file: String
    /// The process.
    public var processID: Int32
    /// Its executable; empty where the snapshot does not tell.
    public var executable: String
    /// When the heap was frozen, in seconds since 1970.
    public var time: Double
    /// What it was taken for.
    public var reason: HeapCensus.Reason
    /// How many cycles had ended before.
    public var cycle: Int
    /// How many Swift objects are alive.
    public var objects: Int
    /// Their bytes.
    public var bytes: Int
    /// How many objects are deinitialised, and kept by unowned references only.
    public var deinitialised: Int
    /// Live blocks that are no Swift objects.
    public var rawBlocks: Int
    /// Their bytes.
    public var rawBytes: Int
    /// The words in blocks that hold addresses of others.
    public var references: Int
    /// What keeps blocks from outside of the heap.
    public var roots: [Roots]
    /// Whether memory ran out while it was made, so that something may be missing.
    public var isIncomplete: Bool

    /// Makes the facts of a snapshot.
    public init(
        file: String, processID: Int32, executable: String, time: Double, reason: HeapCensus.Reason = .request,
        cycle: Int = 0, objects: Int = 0, bytes: Int = 0, deinitialised: Int = 0, rawBlocks: Int = 0, rawBytes: Int = 0,
        references: Int = 0, roots: [Roots] = [], isIncomplete: Bool = false
    ) {
        self.file = file
        self.processID = processID
        self.executable = executable
        self.time = time
        self.reason = reason
        self.cycle = cycle
        self.objects = objects
        self.bytes = bytes
        self.deinitialised = deinitialised
        self.rawBlocks = rawBlocks
        self.rawBytes = rawBytes
        self.references = references
        self.roots = roots
        self.isIncomplete = isIncomplete
    }
}

/// The live objects of one type in a snapshot.
public struct SnapshotType: Codable, Hashable, Sendable {
    /// What they are.
    public var type: HeapType
    /// How many are alive.
    public var objects: Int
    /// Their own bytes.
    public var bytes: Int
    /// The bytes that would be freed with all of them, their own included, where that was asked for.
    public var retainedBytes: Int?
    /// Where most of them were allocated; empty where no stack was captured.
    public var site: Backtrace

    /// Makes a row.
    public init(
        type: HeapType, objects: Int, bytes: Int, retainedBytes: Int? = nil, site: Backtrace = Backtrace()
    ) {
        self.type = type
        self.objects = objects
        self.bytes = bytes
        self.retainedBytes = retainedBytes
        self.site = site
    }
}

/// One live block of a snapshot, and what goes with it.
public struct SnapshotObject: Codable, Hashable, Sendable {
    /// What it is; nil of what is no Swift object.
    public var type: HeapType?
    /// Where it is in the process, in hexadecimal: `0x7f12a0`.
    public var address: String
    /// Its own bytes.
    public var bytes: Int
    /// The bytes that would be freed with it, its own included.
    public var retainedBytes: Int
    /// Where it was allocated; empty where no stack was captured.
    public var site: Backtrace

    /// Makes a row.
    public init(type: HeapType?, address: String, bytes: Int, retainedBytes: Int, site: Backtrace = Backtrace()) {
        self.type = type
        self.address = address
        self.bytes = bytes
        self.retainedBytes = retainedBytes
        self.site = site
    }
}

/// What changed from one snapshot of a process to a later one.
public struct SnapshotGrowth: Codable, Hashable, Sendable {
    /// The earlier snapshot.
    public var since: SnapshotFacts
    /// The types of which anything came or went, those that grew most first.
    public var types: [TypeGrowth]

    /// Makes a difference.
    public init(since: SnapshotFacts, types: [TypeGrowth]) {
        self.since = since
        self.types = types
    }
}

/// What came and went of one type.
public struct TypeGrowth: Codable, Hashable, Sendable {
    /// What they are.
    public var type: HeapType
    /// How many are alive that were not.
    public var new: Int
    /// How many were alive that are no more.
    public var gone: Int
    /// By how many bytes those that are alive take more, or less where it is negative.
    public var bytes: Int
    /// Where most of the new ones were allocated; empty where no stack was captured.
    public var site: Backtrace

    /// Makes a row.
    public init(type: HeapType, new: Int, gone: Int, bytes: Int, site: Backtrace = Backtrace()) {
        self.type = type
        self.new = new
        self.gone = gone
        self.bytes = bytes
        self.site = site
    }
}

/// The ways in which objects of one type are kept alive.
public struct TypeTraces: Codable, Hashable, Sendable {
    /// What they are.
    public var type: HeapType
    /// How many there are.
    public var objects: Int
    /// Their own bytes.
    public var bytes: Int
    /// The ways, the most frequent first.
    public var traces: [LeakTrace]
    /// The fingerprint of the type with which these objects go, as `Finding.victimOf`; nil of one that leads.
    public var victimOf: String?

    /// Makes the ways of a type.
    public init(type: HeapType, objects: Int, bytes: Int, traces: [LeakTrace], victimOf: String? = nil) {
        self.type = type
        self.objects = objects
        self.bytes = bytes
        self.traces = traces
        self.victimOf = victimOf
    }

    /// The objects as a finding of one census, so that snapshots and runs have the same causes.
    package var finding: Finding {
        let name = type.description
        return Finding(
            tier: .heap, verdict: .leak,
            key: ComponentKey(name: name, type: name, site: RegistrationSite(fileID: "", line: 0, column: 0)),
            births: [Birth(generation: 0, count: objects)], live: [objects], warmup: 0, bytes: bytes,
            fingerprint: traces.first.flatMap { $0.fingerprint.isEmpty ? nil : $0.fingerprint }, traces: traces,
            victimOf: victimOf)
    }
}

extension SnapshotReport {
    /// What keeps the traced objects alive, as the causes of a run; empty where no traces were asked for.
    public var causes: [Cause] { OutliveModel.causes(of: (traces ?? []).map(\.finding)) }
}
