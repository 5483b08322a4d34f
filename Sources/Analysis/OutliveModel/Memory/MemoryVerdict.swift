/// The main reason for the resident memory of a process, with its evidence.
package struct MemoryVerdict: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// Live memory grows steadily.
        case leak
        /// Live memory grows, but ever more slowly.
        case fillingCache
        /// Live memory. A single look cannot show whether it grows.
        case live
        /// Freed memory in large pieces, left from a time when more was in use.
        case highWaterMark
        /// Freed memory in small pieces between live blocks.
        case fragmentation
        case stacks
        /// Global variables of the program or its libraries.
        case variables
        /// Mapped files or shared memory.
        case files
        /// Anonymous memory without any known part.
        case unknown
        /// No part stands out.
        case none
    }

    package var kind: Kind
    /// `true` if more looks could change the verdict.
    package var isProbable: Bool
    /// The figures behind the verdict, most telling first.
    package var evidence: [Evidence]
    package var actions: [Action]

    package init(_ kind: Kind, isProbable: Bool = false, evidence: [Evidence] = [], actions: [Action] = []) {
        (self.kind, self.isProbable, self.evidence, self.actions) = (kind, isProbable, evidence, actions)
    }
}

extension MemoryVerdict {
    /// A figure that supports a verdict.
    package enum Evidence: Codable, Hashable, Sendable {
        /// The bytes of the verdict's parts, and the resident bytes of all.
        case share(bytes: Int, of: Int)
        /// The average size of free pieces in bytes, and their number.
        case pieces(size: Int, count: Int)
        /// The blocks of a type or site that keep mostly free pages resident.
        case pins(name: String, blocks: Int, bytes: Int)
        /// The largest item of a part.
        case largest(name: String, bytes: Int, count: Int)
        /// The number of stacks.
        case stacks(Int)
        /// The free bytes in arenas other than the main one, and the number of arenas.
        case arenas(Int, bytes: Int)
        /// The change in live bytes over a number of looks.
        case growth(bytes: Int, looks: Int)
        /// A type or site that grows.
        case growing(name: String, count: Int, bytes: Int)
        /// Growth cannot be judged from this number of looks.
        case tooFewLooks(Int, needed: Int)
    }

    package enum Action: Codable, Hashable, Sendable {
        /// Call `malloc_trim(0)`, which returns about this number of bytes.
        case trim(bytes: Int)
        /// Limit the number of arenas by `MALLOC_ARENA_MAX`.
        case fewerArenas
        /// Use jemalloc, or allocate long-lived small objects apart from large short-lived ones.
        case otherAllocator
        /// Limit the size of the cache.
        case boundCache
        /// Find the holder of the growing objects.
        case findHolder
        /// Look several times.
        case watch
        case fewerThreads
        /// Allocate large tables when they are needed.
        case smallerVariables
        /// Map smaller parts of files, or copy less of them.
        case smallerFiles
    }
}

extension MemoryVerdict {
    /// The growth of live memory over several looks, as the rules of a soak judge it.
    package enum Growth: Hashable, Sendable {
        /// There were too few looks.
        case unknown(looks: Int, needed: Int)
        /// The causes of the growth, the leading one first, the live bytes of each look, and the bytes of known growth
        /// of libraries at the last one.
        case judged([Cause], live: [Int], known: Int = 0)

        /// The warm-up of looks at a process: one cycle, as the time since its start is unknown.
        package static let warmup = 1
        /// The number of looks at a process that growth is judged from.
        package static var minimumLooks: Int { HeapSummary.minimumCycles(warmup: warmup) + 1 }

        /// Creates the growth between looks, or from cycle to cycle.
        ///
        /// - Parameters:
        ///   - live: The live bytes, those before the first cycle first.
        ///   - findings: The growth of the heap, judged.
        package init(_ live: [Int], _ findings: [Finding], warmup: Int) {
            let needed = HeapSummary.minimumCycles(warmup: warmup) + 1
            guard live.count >= needed else {
                self = .unknown(looks: live.count, needed: needed)
                return
            }
            let known = findings.filter { $0.verdict == .expected }.reduce(0) { boundedSum($0, $1.bytes ?? 0) }
            let growing = causes(of: findings, where: \.isOfGrowth)
            self = .judged(growing, live: live, known: known)
        }
    }

    /// A smaller part does not stand out, in bytes.
    private static let minimum = 8 << 20
    /// Free chunks of this average size in bytes are left by a high-water mark rather than by fragmentation.
    private static let largePiece = 256 << 10

    /// Judges the memory of a process.
    ///
    /// Growth counts first. Otherwise the largest of live memory, free memory, stacks, variables and files is the
    /// reason, if it is at least a quarter of the resident memory and 8 MiB.
    package init(_ memory: MemoryBreakdown, growth: Growth) {
        if case .judged(let causes, let live, let known) = growth, let verdict = Self.growing(causes, live, known) {
            self = verdict
            return
        }
        let files = Self.fileParts.reduce(0) { boundedSum($0, memory[$1]) }
        let candidates: [(kind: Kind, bytes: Int)] = [
            (.live, memory.live), (.fragmentation, memory.kept), (.stacks, memory[.stacks]),
            (.variables, memory[.variables]), (.files, files), (.unknown, memory[.other]),
        ]
        let largest = candidates.max { $0.bytes < $1.bytes } ?? (.none, 0)
        guard largest.bytes >= Self.minimum, largest.bytes >= memory.resident / 4 else {
            self.init(.none)
            return
        }
        let share = Evidence.share(bytes: largest.bytes, of: memory.resident)
        switch largest.kind {
        case .fragmentation: self = Self.keeping(memory, share)
        case .stacks:
            self.init(
                .stacks, evidence: [share, .stacks(memory.part(.stacks)?.count ?? memory.threads)],
                actions: [.fewerThreads])
        case .variables: self = Self.mapped([.variables], of: memory, .variables, share, .smallerVariables)
        case .files: self = Self.mapped(Self.fileParts, of: memory, .files, share, .smallerFiles)
        case .unknown: self.init(.unknown, isProbable: true, evidence: [share], actions: [.watch])
        default: self = Self.living(memory, share, growth)
        }
    }

    /// Returns the verdict on growth, or `nil` if there is none.
    ///
    /// A cache that has filled up between the first look and the last is no growth any more, but slowed down before.
    /// Known growth of libraries is not a cache of the program. A leak is one, even if other memory was freed meanwhile.
    private static func growing(_ causes: [Cause], _ live: [Int], _ known: Int) -> Self? {
        let (first, last) = (live.first ?? 0, live.last ?? 0)
        let isSlowing = LiveSeries.slows(live[...])
        let fills = isSlowing && last - first - known >= max(last / 4, minimum / 8)
        guard !causes.isEmpty || fills else { return nil }
        let isCache = causes.allSatisfy { $0.verdict == .filling || $0.isSlowing || $0.verdict != .leak && isSlowing }
        let leaders = causes.prefix(3).flatMap { cause in
            cause.leaked.prefix(1).map { leaked in
                // Raw blocks have no type to name them by.
                Evidence.growing(
                    name: cause.leader.unit == .blocks ? cause.leader.key.name : leaked.type, count: leaked.objects,
                    bytes: leaked.bytes)
            }
        }
        return Self(
            isCache ? .fillingCache : .leak, isProbable: !causes.contains { $0.verdict == .leak },
            evidence: [.growth(bytes: last - first, looks: live.count)] + leaders,
            actions: isCache ? [.boundCache] : [.findHolder])
    }

    private static func keeping(_ memory: MemoryBreakdown, _ share: Evidence) -> Self {
        let free = memory.free ?? FreeMemory(arenas: 1)
        let isMark = memory[.top] >= free.chunkBytes || free.chunkSize >= largePiece
        var verdict = Self(isMark ? .highWaterMark : .fragmentation, evidence: [share])
        if free.chunks > 0 { verdict.evidence.append(.pieces(size: free.chunkSize, count: free.chunks)) }
        let items = [MemoryPart.Kind.objects, .blocks].flatMap { memory.part($0)?.items ?? [] }
        let pins = items.filter { $0.pins > 0 }.sorted { ($1.pinned, $0.name) < ($0.pinned, $1.name) }
        if !isMark {
            verdict.evidence += pins.prefix(3).map { .pins(name: $0.name, blocks: $0.pins, bytes: $0.pinned) }
        }
        let isSpread = free.outsideMain > memory.kept / 2 && free.arenas > 1
        if isSpread { verdict.evidence.append(.arenas(free.arenas, bytes: free.outsideMain)) }
        let helps = free.trim >= memory.kept / 4
        verdict.actions = helps ? [.trim(bytes: free.trim)] : []
        if isSpread { verdict.actions.append(.fewerArenas) }
        if !isMark || !helps { verdict.actions.append(.otherAllocator) }
        return verdict
    }

    private static let fileParts = [MemoryPart.Kind.changedFiles, .files, .sharedMemory]

    private static func mapped(
        _ parts: [MemoryPart.Kind], of memory: MemoryBreakdown, _ kind: Kind, _ share: Evidence, _ action: Action
    ) -> Self {
        let items = parts.compactMap(memory.part).flatMap(\.items).sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
        let largest = items.first.map { Evidence.largest(name: $0.name, bytes: $0.bytes, count: $0.count) }
        return Self(kind, evidence: [share] + [largest].compactMap(\.self), actions: [action])
    }

    private static func living(_ memory: MemoryBreakdown, _ share: Evidence, _ growth: Growth) -> Self {
        let items = [MemoryPart.Kind.objects, .blocks].flatMap { memory.part($0)?.items ?? [] }
        let largest = items.max { $0.bytes < $1.bytes }
        let evidence =
            [share] + [largest.map { .largest(name: $0.name, bytes: $0.bytes, count: $0.count) }].compactMap(\.self)
        guard case .unknown(let looks, let needed) = growth else { return Self(.live, evidence: evidence) }
        return Self(
            .live, isProbable: true, evidence: evidence + [.tooFewLooks(looks, needed: needed)], actions: [.watch])
    }
}
