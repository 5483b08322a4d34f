import OutliveModel
import Testing

@testable import OutliveHeap

@Suite struct RawMemoryTests {
    /// The censuses of a process in which each cycle leaves blocks of one stack.
    private func censuses(_ cycles: Int, blocks: Int, bytes: Int, _ stack: Backtrace) -> [HeapCensus] {
        (0...cycles).map { cycle in
            var census = HeapCensus(processID: 1, cycle: cycle, stacks: [stack])
            census.rows = (0...cycle).map { birth in
                HeapRow(type: .rawMemory, stack: 0, birth: birth, count: blocks, bytes: bytes)
            }
            return census
        }
    }

    private func frame(_ module: String, _ function: String, file: String? = nil, line: Int? = nil) -> Frame {
        Frame(
            module: module, buildID: nil, offset: 0x10, symbols: [Symbol(function: function, file: file, line: line)])
    }

    private var normalise: Backtrace {
        Backtrace(frames: [
            frame("/lib/libc.so.6", "strdup"),
            frame("/opt/app", "thumb_normalise", file: "/src/CThumb/thumb.c", line: 6),
            frame("/opt/app", "App.TagIndex.add(Swift.String) -> ()", file: "/src/App/Index.swift", line: 13),
        ])
    }

    @Test func `Blocks that each cycle leaves leak from the innermost function outside of the C library`() throws {
        let growth = HeapGrowth(censuses(8, blocks: 3, bytes: 96, normalise), warmup: 2)
        let finding = try #require(growth.findings.first)
        #expect(growth.findings.count == 1)
        #expect(finding.verdict == .leak && finding.unit == .blocks)
        #expect(finding.key.type == "raw memory" && finding.key.name == "memory from thumb_normalise")
        #expect(finding.key.site.description == "thumb.c:6")
        #expect(finding.live == [0, 0, 3, 6, 9, 12, 15, 18])
        #expect(finding.bytes == 6 * 96)
    }

    @Test func `Blocks that a library of the system allocates for two lines are judged by line`() {
        func stack(offset: UInt64) -> Backtrace {
            Backtrace(frames: [
                Frame(module: "/usr/lib/libxml2.so.2", buildID: nil, offset: 0x30),
                Frame(module: "/usr/lib/libFoundationXML.so", buildID: nil, offset: 0x20),
                Frame(module: "/opt/app", buildID: nil, offset: offset),
            ])
        }
        // The blocks of the first line are freed after each cycle.
        let censuses = (0...8).map { cycle in
            var census = HeapCensus(processID: 1, cycle: cycle, stacks: [stack(offset: 0x10), stack(offset: 0x50)])
            census.rows = [HeapRow(type: .rawMemory, stack: 0, birth: cycle, count: 9, bytes: 900)]
            census.rows += (0...cycle).map { HeapRow(type: .rawMemory, stack: 1, birth: $0, count: 2, bytes: 64) }
            return census
        }
        let findings = HeapGrowth(censuses, warmup: 2).findings
        #expect(findings.map(\.live) == [[0, 0, 2, 4, 6, 8, 10, 12]])
        #expect(findings.first?.backtrace == stack(offset: 0x50))
    }

    @Test func `Blocks of several sites, none of which grows alone, are no leak together`() {
        let stacks = (1...3).map { Backtrace(frames: [Frame(module: "/opt/app", buildID: nil, offset: 0x10 * $0)]) }
        // The connection of a pool, and statements that replace each other.
        let blocks = [(birth: 2, count: 9), (birth: 8, count: 2), (birth: 10, count: 1)]
        let censuses = (0...12).map { cycle in
            var census = HeapCensus(processID: 1, cycle: cycle, stacks: stacks)
            census.rows = blocks.enumerated().filter { $1.birth <= cycle }.map {
                HeapRow(type: .rawMemory, stack: $0, birth: $1.birth, count: $1.count, bytes: 64 * $1.count)
            }
            return census
        }
        #expect(HeapGrowth(censuses, warmup: 2).findings.isEmpty)
    }

    @Test(arguments: [
        (
            "FoundationXML.XMLNode.localName.getter : Swift.Optional<Swift.String>",
            "Free the memory that XMLNode.localName of FoundationXML allocates for Feed.count (Feed.swift:9); if the "
                + "library owns it, report upstream."
        ),
        ("swift_slowAlloc", "Free the memory that Feed.count allocates (Feed.swift:9)."),
        (
            "static Swift.UnsafeMutablePointer.allocate(capacity: Swift.Int) -> Swift.UnsafeMutablePointer<A>",
            "Free the memory that Feed.count allocates (Feed.swift:9)."
        ),
    ])
    func `The remedy names the function of the library that allocates the memory`(called: String, remedy: String) throws
    {
        let stack = Backtrace(frames: [
            frame("/usr/lib/libxml2.so.2", "xmlStrdup"), frame("/usr/lib/libswiftCore.so", called),
            frame("/opt/app", "App.Feed.count(Swift.String) -> Swift.Int", file: "/src/App/Feed.swift", line: 9),
        ])
        let finding = try #require(HeapGrowth(censuses(8, blocks: 3, bytes: 96, stack), warmup: 2).findings.first)
        let lost = LeakTrace(
            shape: .unheld, steps: [TraceStep(kind: .block, name: "memory from xmlStrdup")], objects: 18)
        #expect(finding.memoryTraces([lost]).map { $0.culprit?.remedy } == [remedy])
    }

    @Test(arguments: [
        (["__alloc_dir", "opendir_tail"], "Close the folder that Feed.count opens (Feed.swift:9) with closedir()."),
        (["__fopen_internal"], "Close the file that Feed.count opens (Feed.swift:9) with fclose()."),
        (["popen"], "Close the pipe that Feed.count opens (Feed.swift:9) with pclose()."),
        (
            ["strdup", "realpath_stk", "realpath"],
            "Free the memory that realpath allocates for Feed.count (Feed.swift:9) with free()."
        ),
        (
            ["fopen", "gaih_inet", "getaddrinfo"],
            "Free the addresses that Feed.count asks for (Feed.swift:9) with freeaddrinfo()."
        ),
        (["obstack_begin"], "Free the memory that Feed.count allocates (Feed.swift:9)."),
    ])
    func `The remedy of memory of the C library names the function that releases it`(
        called: [String], remedy: String
    ) throws {
        let function = "App.Feed.count(Swift.String) -> Swift.Int"
        let caller = frame("/opt/app", function, file: "/src/App/Feed.swift", line: 9)
        let inner = called.map { frame("/lib/libc.so.6", $0) }
        let lost = LeakTrace(shape: .unheld, steps: [TraceStep(kind: .block, name: "memory")], objects: 18)
        func remedies(_ frames: [Frame]) throws -> [String?] {
            let growth = HeapGrowth(censuses(8, blocks: 3, bytes: 96, Backtrace(frames: frames)), warmup: 2)
            return try #require(growth.findings.first).memoryTraces([lost]).map { $0.culprit?.remedy }
        }
        #expect(try remedies(inner + [caller]) == [remedy])
        // A library that calls the function owns the memory.
        let library = frame("/usr/lib/libxml2.so.2", "xmlLoad")
        #expect(
            try remedies(inner + [library, caller]) == ["Free the memory that Feed.count allocates (Feed.swift:9)."])
    }

    @Test func `Blocks are no Swift objects in a census's figures, and listed by site`() {
        var census = censuses(1, blocks: 3, bytes: 96, normalise)[1]
        let other = Backtrace(frames: [frame("/opt/app", "parse", file: "/src/CThumb/parse.c", line: 9)])
        census.stacks.append(other)
        census.rows.append(HeapRow(type: .rawMemory, stack: 1, birth: 0, count: 1, bytes: 1_000))
        #expect(census.objects == 0 && census.bytes == 0)
        let totals = census.totals()
        #expect(totals.map(\.bytes) == [1_000, 192])
        #expect(totals.map { $0.site } == [other, normalise])
        #expect(totals.allSatisfy { $0.type == .rawMemory })
    }

    @Test func `Known growth above its bound is a leak that names the library`() throws {
        let timer = Backtrace(frames: [
            frame("/usr/lib/libFoundation.so", "Foundation.Timer.__allocating_init(Swift.Double) -> Foundation.Timer"),
            frame("/opt/app", "App.tick() -> ()", file: "/src/App/Tick.swift", line: 3),
        ])
        let few = HeapGrowth(censuses(8, blocks: 1, bytes: 512, timer), warmup: 2).findings
        #expect(few.map(\.verdict) == [.expected])
        let most = KnownGrowth.maximumBytesPerCycle
        let many = HeapGrowth(censuses(8, blocks: 1, bytes: 2 * most, timer), warmup: 2).findings
        #expect(many.map(\.verdict) == [.leak])
        #expect(many.first?.library?.library == "Foundation")
    }

    @Test(arguments: [
        ("swift::RefCounts<swift::RefCountBitsT<(swift::RefCountInlinedness)1>>::formWeakReference()", "Swift"),
        ("_dispatch_timer_heap_grow", "Dispatch"), ("CFURLSessionCurlHostIsEqual", "Foundation"),
        ("Foundation.RunLoop.add(_: Foundation.Timer, forMode: Foundation.RunLoop.Mode) -> ()", "Foundation"),
    ])
    func `Memory that the runtime and Dispatch keep beside objects is known growth`(maker: String, owner: String) throws
    {
        let stack = Backtrace(frames: [
            Frame(module: "/usr/lib/libcurl.so.4", buildID: nil, offset: 1), frame("/usr/lib/libFoundation.so", maker),
            frame("/opt/app", "App.tick() -> ()", file: "/src/App/Tick.swift", line: 3),
        ])
        let found = try #require(HeapGrowth(censuses(8, blocks: 1, bytes: 48, stack), warmup: 2).findings.first)
        #expect(found.verdict == .expected)
        #expect(found.library?.library == owner)
    }

    @Test func `A sleeping task may leave more behind than other known growth`() {
        let sleep = Backtrace(frames: [
            frame("/usr/lib/libdispatch.so", "_dispatch_calloc"),
            frame(
                "/usr/lib/libswift_Concurrency.so",
                "static (extension in Swift):Swift.Task< where A == Swift.Never, B == Swift.Never>.sleep(nanoseconds: Swift.UInt64) async throws -> ()"
            ),
        ])
        let bytes = 2 * KnownGrowth.maximumBytesPerCycle
        let found = HeapGrowth(censuses(8, blocks: 1, bytes: bytes, sleep), warmup: 2).findings
        #expect(found.map(\.verdict) == [.expected])
    }
}
