internal import OutliveModel

extension MemoryVerdict {
    /// The verdict in words with its certainty, as the middle of a sentence.
    var words: String { isProbable ? "probably \(kind.words)" : kind.words }
}

extension MemoryVerdict.Kind {
    /// The verdict in words, as the middle of a sentence.
    var words: String {
        switch self {
        case .leak: "a leak: live memory grows steadily"
        case .fillingCache: "a cache that is filling: live memory grows ever more slowly"
        case .live: "live memory: the program holds most of it"
        case .highWaterMark: "a high-water mark: the allocator keeps memory from a time when more was in use"
        case .fragmentation: "fragmentation: free memory lies in small pieces between live blocks"
        case .stacks: "the stacks of threads"
        case .variables: "global variables of the program and its libraries"
        case .files: "mapped files or shared memory"
        case .unknown: "memory that did not come from glibc's malloc: of another allocator, or mapped by the program"
        case .none: "no part stands out that could be reduced"
        }
    }
}

extension MemoryVerdict.Evidence {
    var words: String {
        switch self {
        case .share(let bytes, let all):
            "it is \(bytesText(bytes)) of \(bytesText(all)) resident "
                + "(\(Int((Double(bytes) / Double(max(all, 1)) * 100).rounded())) %)"
        case .pieces(let size, let count):
            count == 1
                ? "in one piece of \(bytesText(size))"
                : "in \(counted(count, "piece")) of \(bytesText(size)) on average"
        case .pins(let name, let blocks, let bytes):
            "\(counted(blocks, "block")) (\(name)) in mostly free pages pin \(bytesText(bytes)) of free memory"
        case .largest(let name, let bytes, let count):
            "the largest: \(name), \(bytesText(bytes)) in \(count)"
        case .stacks(let count): counted(count, "stack")
        case .arenas(let count, let bytes):
            "\(bytesText(bytes)) of the free memory lies in arenas other than the main one, of \(count) in all"
        case .growth(let bytes, let looks):
            "live memory changed by \(Scale.bytes(Double(bytes)).text(Double(bytes), signed: true)) over \(looks) looks"
        case .growing(let name, let count, let bytes):
            "it grows, among others, by \(name): \(count) allocated since the first look "
                + (count == 1 ? "is" : "are") + " alive" + (bytes > 0 ? ", \(bytesText(bytes))" : "")
        case .tooFewLooks(let looks, let needed):
            "\(counted(looks, "look")) cannot show whether it grows: a leak and a cache look the same "
                + "(\(needed) looks needed)"
        }
    }
}

extension MemoryVerdict.Action {
    var words: String {
        switch self {
        case .trim(let bytes):
            "call malloc_trim(0) after a peak: it would return about \(bytesText(bytes)) now"
        case .fewerArenas: "limit the arenas: MALLOC_ARENA_MAX=2 in the environment, or mallopt(M_ARENA_MAX, 2)"
        case .otherAllocator:
            "try jemalloc (LD_PRELOAD), or allocate long-lived small objects before large short-lived ones"
        case .boundCache: "limit the size of the cache"
        case .findHolder: "find the holder: outlive watch PID"
        case .watch: "look several times under load: outlive memory PID --every 10s --times 6"
        case .fewerThreads: "use fewer threads, or threads with smaller stacks"
        case .smallerVariables: "allocate large tables when they are needed, instead of as global variables"
        case .smallerFiles:
            "check which parts of the files are needed; the kernel can drop unchanged pages, but not changed ones"
        }
    }
}

extension MemoryPart.Kind {
    /// The name in a table.
    func words(isAllocatorKnown: Bool) -> String {
        switch self {
        case .objects: "resident Swift objects"
        case .blocks: "other resident blocks"
        case .headers: "malloc's bookkeeping"
        case .caches: "freed, in thread caches"
        case .free: "free, in whole pages"
        case .fragments: "free, beside live blocks"
        case .top: "free, at the end of heaps"
        case .stacks: "stacks of threads"
        case .variables: "global variables"
        case .changedFiles: "files, changed in memory"
        case .code: "code, unchanged"
        case .files: "other files, unchanged"
        case .sharedMemory: "shared memory"
        case .heapTier: "Outlive's heap tier"
        case .other: isAllocatorKnown ? "other anonymous memory" : "of an unknown allocator"
        case .kernel: "pages of the kernel"
        }
    }
}

/// The parts of resident memory, with their shares.
struct MemoryTable {
    static let heading = ["bytes", "share"]

    let title: String
    /// The verdict and its figures, each a sentence without a period.
    let sentences: [String]
    let actions: [String]
    let rows: [(label: String, cells: [String])]

    init?(_ report: Report) {
        guard let memory = report.memory else { return nil }
        let (breakdown, verdict) = (memory.breakdown, memory.verdict)
        title = "Memory at the end: \(bytesText(breakdown.resident)) resident"
        let allocated = report.heap?.cycles.last.map { boundedSum($0.bytes, $0.rawBytes) }
        let untouched = allocated.flatMap(breakdown.words(ofAllocated:))
        sentences =
            [verdict.words] + verdict.evidence.map(\.words)
            + [untouched.map { "\($0) are resident: memory counts once it is touched" }, Self.reconciliation(report)]
            .compactMap(\.self)
        // A report lists the holders itself.
        actions = verdict.actions.filter { $0 != .findHolder && $0 != .watch }.map(\.words)
        rows = breakdown.parts.map { part in
            (
                part.kind.words(isAllocatorKnown: breakdown.hasAllocator),
                [bytesText(part.bytes), shareText(part.bytes, of: breakdown.resident)]
            )
        }
    }
}

extension MemoryBreakdown {
    /// Returns the resident part of all live blocks, `394 kB of 689 kB in live blocks`, or `nil` if it is all of them.
    ///
    /// - Parameter allocated: The bytes of the blocks; memory that the program never touched is not resident.
    func words(ofAllocated allocated: Int) -> String? {
        guard hasAllocator, allocated > live, bytesText(allocated) != bytesText(live) else { return nil }
        return "\(bytesText(live)) of \(bytesText(allocated)) in live blocks"
    }
}

extension MemoryTable {
    /// Returns the reason why live memory grows and resident memory does not, or `nil` if both do the same.
    private static func reconciliation(_ report: Report) -> String? {
        let resident = report.slopes.first { $0.metric == .residentBytes }
        guard report.memory?.verdict.kind == .leak, let resident, !resident.rises else { return nil }
        return "resident memory shows no growth yet: new blocks can reuse memory that was freed, and a small growth is "
            + "within the noise"
    }
}

/// Returns a share in whole percent: `42 %`, `<1 %`.
func shareText(_ part: Int, of all: Int) -> String {
    let share = Double(part) / Double(max(all, 1)) * 100
    return part == 0 ? "0 %" : share < 0.5 ? "<1 %" : "\(Int(share.rounded())) %"
}
