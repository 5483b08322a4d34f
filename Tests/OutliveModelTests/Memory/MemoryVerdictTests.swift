import OutliveModel
import OutliveWire
import Testing

/// The judgement of breakdowns made by hand.
struct MemoryVerdictTests {
    private static let megabyte = 1 << 20

    private static func memory(
        _ parts: [MemoryPart.Kind: Int], free: FreeMemory? = FreeMemory(arenas: 1), items: [MemoryItem] = []
    ) -> MemoryBreakdown {
        let parts = MemoryPart.Kind.allCases.compactMap { kind in
            parts[kind].map { MemoryPart(kind, bytes: $0 * megabyte, count: 3, items: kind == .objects ? items : []) }
        }
        return MemoryBreakdown(processID: 1, parts: parts, free: free, threads: 3)
    }

    private static let oneLook = MemoryVerdict.Growth.unknown(looks: 1, needed: 6)

    private static func growth(
        _ live: [Int], of counts: [Int]? = nil, _ verdict: Verdict = .leak
    ) -> MemoryVerdict.Growth {
        let key = ComponentKey(
            name: "App.Session", type: "App.Session", site: RegistrationSite(fileID: "", line: 0, column: 0))
        let findings = counts.map {
            [Finding(tier: .heap, verdict: verdict, key: key, births: [], live: $0, warmup: 1, bytes: 100)]
        }
        return .judged(causes(of: findings ?? []), live: live.map { $0 * megabyte })
    }

    @Test func `The sum of the parts is the resident memory`() {
        let memory = Self.memory([.objects: 3, .blocks: 4, .free: 5, .stacks: 6, .other: 7])
        #expect(memory.resident == 25 * Self.megabyte)
        #expect(memory.live == 7 * Self.megabyte && memory.kept == 5 * Self.megabyte)
        #expect(memory[.files] == 0)
    }

    @Test func `Small parts, or parts below a quarter, are no reason`() {
        #expect(MemoryVerdict(Self.memory([.objects: 7]), growth: Self.oneLook).kind == .none)
        let balanced = Self.memory([.objects: 20, .free: 20, .stacks: 20, .changedFiles: 20, .code: 100])
        #expect(MemoryVerdict(balanced, growth: Self.oneLook).kind == .none)
        #expect(MemoryVerdict(Self.memory([.code: 100]), growth: Self.oneLook).actions.isEmpty)
    }

    @Test func `Live memory of one look is only probable, and asks for more looks`() {
        let item = MemoryItem(name: "App.Session", module: "App", count: 9, bytes: 90)
        let verdict = MemoryVerdict(Self.memory([.objects: 90, .code: 10], items: [item]), growth: Self.oneLook)
        #expect(verdict.kind == .live && verdict.isProbable)
        #expect(verdict.evidence.contains(.tooFewLooks(1, needed: 6)))
        #expect(verdict.evidence.contains(.largest(name: "App.Session", bytes: 90, count: 9)))
        #expect(verdict.actions == [.watch])
        let steady = MemoryVerdict(Self.memory([.objects: 90]), growth: Self.growth([90, 90, 90, 90, 90, 90, 90]))
        #expect(steady.kind == .live && !steady.isProbable)
    }

    @Test func `Steady growth is a leak, whatever part is the largest`() {
        let growth = Self.growth([1, 2, 3, 4, 5, 6, 7], of: [1, 2, 3, 4, 5, 6, 7])
        let verdict = MemoryVerdict(Self.memory([.objects: 10, .free: 90]), growth: growth)
        #expect(verdict.kind == .leak && !verdict.isProbable)
        #expect(verdict.evidence.first == .growth(bytes: 6 * Self.megabyte, looks: 7))
        #expect(verdict.actions == [.findHolder])
        let suspected = Self.growth([1, 2, 3, 4, 5, 6, 7], of: [1, 2, 3, 4, 5, 6, 7], .suspect)
        #expect(MemoryVerdict(Self.memory([.objects: 10]), growth: suspected).isProbable)
    }

    @Test func `Growth that slows down is a filling cache, also one that has filled up`() {
        let slowing = Self.growth([1, 20, 30, 35, 37, 38, 38], of: [1, 20, 30, 35, 37, 38, 38])
        #expect(MemoryVerdict(Self.memory([.objects: 38]), growth: slowing).kind == .fillingCache)
        let full = MemoryVerdict(Self.memory([.objects: 38]), growth: Self.growth([1, 20, 30, 38, 38, 38, 38]))
        #expect(full.kind == .fillingCache && full.isProbable)
        #expect(full.actions == [.boundCache])
    }

    @Test func `A leak is a leak, even if all live memory together grows ever more slowly`() {
        let growth = Self.growth([1, 20, 30, 35, 37, 38, 38], of: [1, 2, 3, 4, 5, 6, 7])
        let verdict = MemoryVerdict(Self.memory([.objects: 38]), growth: growth)
        #expect(verdict.kind == .leak && verdict.actions == [.findHolder])
    }

    @Test func `Known growth of libraries is no cache of the program`() {
        let key = ComponentKey(
            name: "Swift.Task", type: "Swift.Task", site: RegistrationSite(fileID: "", line: 0, column: 0))
        let live = [1, 20, 30, 35, 37, 38, 38].map { $0 * Self.megabyte }
        func kind(knownMegabytes: Int) -> MemoryVerdict.Kind {
            let known = Finding(
                tier: .heap, verdict: .expected, key: key, births: [], live: [1, 2, 3, 4, 5, 6], warmup: 1,
                bytes: knownMegabytes * Self.megabyte)
            let growth = MemoryVerdict.Growth(live, [known], warmup: 1)
            return MemoryVerdict(Self.memory([.objects: 38]), growth: growth).kind
        }
        #expect(kind(knownMegabytes: 1) == .fillingCache)
        #expect(kind(knownMegabytes: 35) == .live)
    }

    @Test func `Free memory in large pieces is a high-water mark, which malloc_trim returns`() {
        let free = FreeMemory(arenas: 1, chunks: 2, chunkBytes: 90 << 20, trim: 89 << 20)
        let verdict = MemoryVerdict(Self.memory([.free: 90, .code: 10], free: free), growth: Self.oneLook)
        #expect(verdict.kind == .highWaterMark)
        #expect(verdict.actions == [.trim(bytes: 89 << 20)])
        let top = MemoryVerdict(Self.memory([.top: 90], free: FreeMemory(arenas: 1)), growth: Self.oneLook)
        #expect(top.kind == .highWaterMark)
        #expect(top.actions == [.otherAllocator])
    }

    @Test func `Free memory in small pieces is fragmentation, with the types that pin pages`() {
        let free = FreeMemory(
            arenas: 5, outsideMain: 80 << 20, chunks: 9000, chunkBytes: 90 << 20, sharedPages: 9000, trim: 0)
        let items = [
            MemoryItem(name: "App.A", count: 9, bytes: 900, pinned: 1 << 20, pins: 4),
            MemoryItem(name: "App.B", count: 9, bytes: 90, pinned: 2 << 20, pins: 8),
            MemoryItem(name: "App.C", count: 9, bytes: 9),
        ]
        let memory = Self.memory([.objects: 1, .free: 10, .fragments: 80], free: free, items: items)
        let verdict = MemoryVerdict(memory, growth: Self.oneLook)
        #expect(verdict.kind == .fragmentation)
        #expect(verdict.actions == [.fewerArenas, .otherAllocator])
        #expect(verdict.evidence.contains(.pieces(size: (90 << 20) / 9000, count: 9000)))
        let pins = verdict.evidence.filter { if case .pins = $0 { true } else { false } }
        #expect(
            pins == [
                .pins(name: "App.B", blocks: 8, bytes: 2 << 20), .pins(name: "App.A", blocks: 4, bytes: 1 << 20),
            ])
    }

    @Test func `Stacks, variables, files and unknown memory are named`() {
        let stacks = MemoryVerdict(Self.memory([.stacks: 90, .code: 10]), growth: Self.oneLook)
        #expect(stacks.kind == .stacks && stacks.evidence.contains(.stacks(3)) && stacks.actions == [.fewerThreads])
        for kind in [MemoryPart.Kind.changedFiles, .files, .sharedMemory] {
            #expect(MemoryVerdict(Self.memory([kind: 90]), growth: Self.oneLook).kind == .files, "\(kind)")
        }
        let variables = MemoryVerdict(Self.memory([.variables: 90, .code: 10]), growth: Self.oneLook)
        #expect(variables.kind == .variables && variables.actions == [.smallerVariables])
        let unknown = MemoryVerdict(Self.memory([.other: 90], free: nil), growth: Self.oneLook)
        #expect(unknown.kind == .unknown && unknown.isProbable)
    }

    @Test func `The heap tier's memory is taken from other memory, and the sum stays the same`() {
        var memory = Self.memory([.blocks: 20, .other: 10])
        memory.add(sites: [], tierBytes: 4 * Self.megabyte)
        #expect(memory[.heapTier] == 4 * Self.megabyte && memory[.other] == 6 * Self.megabyte)
        #expect(memory.resident == 30 * Self.megabyte)
        memory = Self.memory([.other: 10])
        memory.add(sites: [], tierBytes: 40 * Self.megabyte)
        #expect(memory.parts.map(\.kind) == [.heapTier] && memory.resident == 10 * Self.megabyte)
    }
}
