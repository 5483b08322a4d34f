#if os(Linux)
import Testing

/// Programs that end by bare system calls, or forbid themselves some: they end as they do without the tier.
@Suite(.timeLimit(.minutes(5)))
struct ConfinementTests {
    private static let greeting = "heap.json"
    private static let census = "heap-exit.olheap"
    /// The file with the reason why no census can be taken any more.
    private static let reason = "heap-end.error"

    @Test(arguments: ["bare", "threads", "group", "killed"])
    func `A program whose threads end by bare system calls ends with them`(way: String) async throws {
        let files = try await ConfinedProgram().expectSameEnding(way)
        #expect(files == [Self.greeting])
    }

    @Test func `A program in strict mode ends as without the tier`() async throws {
        let files = try await ConfinedProgram().expectSameEnding("strict")
        #expect(files == [Self.reason, Self.greeting])
    }

    @Test(arguments: ConfinedProgram.Call.allCases)
    func `A filter for all threads takes no census, and the program ends as without the tier`(
        forbidden: ConfinedProgram.Call
    ) async throws {
        let files = try await ConfinedProgram().expectSameEnding("all", "\(forbidden.rawValue)")
        #expect(files == [Self.reason, Self.greeting])
    }

    @Test(arguments: ConfinedProgram.Call.allCases, ["own", "prctl"])
    func `A filter for the first thread allows the census at exit if it permits what that needs`(
        forbidden: ConfinedProgram.Call, way: String
    ) async throws {
        let files = try await ConfinedProgram().expectSameEnding(way, "\(forbidden.rawValue)")
        #expect(files == [forbidden.isMadeByProgram ? Self.reason : Self.census, Self.greeting])
    }

    @Test(arguments: [["list"], ["list", "all"], ["busy"], ["busy", "all"]])
    func `A program with a list of allowed calls takes no census, and ends as without the tier`(
        way: [String]
    ) async throws {
        let program = try await ConfinedProgram()
        let bare = try await program.run(way, isWatched: false).ending
        let (watched, files) = try await program.run(way, isWatched: true)
        #expect(bare.status == 7)
        #expect(watched.status == bare.status)
        #expect(watched.output == bare.output)
        #expect(files == [Self.reason, Self.greeting])
    }

    @Test func `A thread that starts under a filter makes no forbidden call`() async throws {
        let files = try await ConfinedProgram().expectSameEnding("new", "\(ConfinedProgram.Call.getAffinity.rawValue)")
        #expect(files == [Self.reason, Self.greeting])
    }

    @Test func `A thread that ends after a filter was installed makes no forbidden call`() async throws {
        let files = try await ConfinedProgram().expectSameEnding("ended", "\(ConfinedProgram.Call.munmap.rawValue)")
        #expect(files == [Self.reason, Self.greeting])
    }

    @Test func `A child of vfork that confines itself leaves its parent unaffected by the filter`() async throws {
        let files = try await ConfinedProgram().expectSameEnding("vfork", "\(ConfinedProgram.Call.openat.rawValue)")
        #expect(files == [Self.reason, Self.greeting])
    }

    @Test func `A second filter takes no census, because the first may forbid judging it`() async throws {
        let files = try await ConfinedProgram().expectSameEnding("twice", "\(ConfinedProgram.Call.pwrite.rawValue)")
        #expect(files == [Self.reason, Self.greeting])
    }

    @Test(arguments: [ConfinedProgram.Call.sigaction, .tgkill])
    func `A signal ends a confined program as without the tier`(forbidden: ConfinedProgram.Call) async throws {
        let files = try await ConfinedProgram().expectSameEnding("signal", "\(forbidden.rawValue)")
        #expect(files == [Self.reason, Self.greeting])
    }

    @Test(arguments: [ConfinedProgram.Call.getpid, .sigaction])
    func `A confined child of fork ends as without the tier, and its parent stays watched`(
        forbidden: ConfinedProgram.Call
    ) async throws {
        let files = try await ConfinedProgram().expectSameEnding("child", "\(forbidden.rawValue)")
        #expect(files == [Self.census, Self.greeting])
    }

    @Test func `A program that forbids threads may end its first one`() async throws {
        let files = try await ConfinedProgram().expectSameEnding("outlived")
        #expect(files == [Self.reason, Self.greeting])
    }

    @Test func `A query of kernel features, and a refused filter, change nothing`() async throws {
        let files = try await ConfinedProgram().expectSameEnding("question")
        #expect(files == [Self.census, Self.greeting])
    }

    @Test(arguments: [ConfinedProgram.Call.unshare, .queueSignal])
    func `Under a container's filter the census is taken`(refused: ConfinedProgram.Call) async throws {
        let (ending, files) = try await ConfinedProgram().run(
            ["inherited", "\(refused.rawValue)", "plain"], isWatched: true)
        #expect(ending.status == 7)
        #expect(ending.output == "a census\n")
        #expect(files == [Self.census, "heap-request-1.olheap", Self.greeting])
    }

    @Test func `The status of an ended first thread is known even if no file can be kept open`()
        async throws
    {
        let call = "\(ConfinedProgram.Call.unshare.rawValue)"
        #expect(try await ConfinedProgram().expectSameEnding("inherited", call, "bare") == [Self.greeting])
        let files = try await ConfinedProgram().expectSameEnding(
            "inherited", call, "all", "\(ConfinedProgram.Call.read.rawValue)")
        #expect(files == [Self.reason, Self.greeting])
    }
}
#endif
