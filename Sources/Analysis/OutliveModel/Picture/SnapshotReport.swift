/// The results of `outlive heap` for a snapshot, from which all formats of the report are rendered.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
package struct SnapshotReport: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    package static let currentFormat = 1

    package var format = SnapshotReport.currentFormat
    package var toolVersion: String
    package var snapshot: SnapshotFacts
    /// The pattern of the requested types; `nil` for all types.
    package var pattern: String?
    /// The live objects by type, ordered by retained bytes if they are known, or else by bytes, descending.
    package var types: [SnapshotType]
    /// The blocks with the largest retained size, in descending order; `nil` if they were not requested.
    package var largest: [SnapshotObject]?
    /// The objects by module, package or generic type, the most retained bytes first; `nil` if not requested.
    package var groups: [SnapshotGroup]?
    /// The raw blocks by allocation site, most bytes first; `nil` if they were not requested.
    package var memory: [SnapshotType]?
    /// What the program could save; `nil` if the snapshot does not contain it, or something else was requested.
    package var savings: Savings?
    package var growth: SnapshotGrowth?
    package var traces: [TypeTraces]?
    package var notes: [String]

    package init(
        toolVersion: String, snapshot: SnapshotFacts, pattern: String? = nil, types: [SnapshotType] = [],
        largest: [SnapshotObject]? = nil, memory: [SnapshotType]? = nil, growth: SnapshotGrowth? = nil,
        traces: [TypeTraces]? = nil,
        notes: [String] = []
    ) {
        (self.toolVersion, self.snapshot, self.pattern) = (toolVersion, snapshot, pattern)
        (self.types, self.largest, self.memory) = (types, largest, memory)
        (self.growth, self.traces, self.notes) = (growth, traces, notes)
    }
}

/// The origin and the totals of a snapshot.
package struct SnapshotFacts: Codable, Hashable, Sendable {
    /// The number of GC roots of one kind.
    package struct Roots: Codable, Hashable, Sendable {
        /// The kind of root: `global`, `stack`, `threadLocal` or `memory`.
        package var kind: TraceStep.Kind
        package var count: Int

        package init(kind: TraceStep.Kind, count: Int) {
            self.kind = kind
            self.count = count
        }
    }

    /// The path of the file, as it was named on the command line.
    package var file: String
    package var processID: Int32
    /// The path of the executable; empty if the snapshot does not contain it.
    package var executable: String
    /// The time at which the heap was frozen, in seconds since 1970.
    package var time: Double
    package var reason: HeapCensus.Reason
    /// The number of cycles that ended before it.
    package var cycle: Int
    /// The number of live Swift objects.
    package var objects: Int
    package var bytes: Int
    /// The number of objects that are deinitialised and kept only by unowned references.
    package var deinitialised: Int
    /// The number of live blocks that are no Swift objects.
    package var rawBlocks: Int
    package var rawBytes: Int
    /// The number of words in blocks that contain addresses of other blocks.
    package var references: Int
    /// The GC roots, by kind.
    package var roots: [Roots]
    /// `true` if memory ran out, or a part of it could not be read, so that data may be missing.
    package var isIncomplete: Bool

    package init(
        file: String, processID: Int32, executable: String, time: Double, reason: HeapCensus.Reason = .request,
        cycle: Int = 0, objects: Int = 0, bytes: Int = 0, deinitialised: Int = 0, rawBlocks: Int = 0, rawBytes: Int = 0,
        references: Int = 0, roots: [Roots] = [], isIncomplete: Bool = false
    ) {
        (self.file, self.processID, self.executable, self.time) = (file, processID, executable, time)
        (self.reason, self.cycle, self.objects, self.bytes) = (reason, cycle, objects, bytes)
        (self.deinitialised, self.rawBlocks, self.rawBytes) = (deinitialised, rawBlocks, rawBytes)
        (self.references, self.roots, self.isIncomplete) = (references, roots, isIncomplete)
    }
}

/// A live block of a snapshot with its retained size.
package struct SnapshotObject: Codable, Hashable, Sendable {
    /// The type of the object; `nil` for a raw block.
    package var type: HeapType?
    /// The address in the process, in hexadecimal: `0x7f12a0`.
    package var address: String
    package var bytes: Int
    package var retainedBytes: Int
    package var site: Backtrace

    package init(type: HeapType?, address: String, bytes: Int, retainedBytes: Int, site: Backtrace = Backtrace()) {
        (self.type, self.address, self.bytes) = (type, address, bytes)
        (self.retainedBytes, self.site) = (retainedBytes, site)
    }
}

/// The changes from one snapshot of a process to a later one.
package struct SnapshotGrowth: Codable, Hashable, Sendable {
    package var since: SnapshotFacts
    /// The types with new or released objects, most growth first.
    package var types: [TypeGrowth]

    package init(since: SnapshotFacts, types: [TypeGrowth]) {
        self.since = since
        self.types = types
    }
}

/// The changes in the objects of one type.
package struct TypeGrowth: Codable, Hashable, Sendable {
    package var type: HeapType
    /// The number of objects that only the later snapshot has.
    package var new: Int
    /// The number of objects that only the earlier snapshot has.
    package var gone: Int
    /// The difference in the bytes of the live objects; negative if they take less.
    package var bytes: Int
    /// The allocation stack of most of the new objects; empty if none was captured.
    package var site: Backtrace

    package init(type: HeapType, new: Int, gone: Int, bytes: Int, site: Backtrace = Backtrace()) {
        (self.type, self.new, self.gone) = (type, new, gone)
        (self.bytes, self.site) = (bytes, site)
    }
}

/// The leak traces of the objects of one type.
package struct TypeTraces: Codable, Hashable, Sendable {
    package var type: HeapType
    package var objects: Int
    package var bytes: Int
    /// The leak traces, most frequent first.
    package var traces: [LeakTrace]
    /// The fingerprint of the leading type of their cause, as in `Finding.victimOf`; `nil` for the leading type itself.
    package var victimOf: String?

    package init(type: HeapType, objects: Int, bytes: Int, traces: [LeakTrace], victimOf: String? = nil) {
        (self.type, self.objects, self.bytes) = (type, objects, bytes)
        (self.traces, self.victimOf) = (traces, victimOf)
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
    /// The causes of the traced objects; empty if no traces were requested.
    package var causes: [Cause] { OutliveModel.causes(of: (traces ?? []).map(\.finding)) }
}
