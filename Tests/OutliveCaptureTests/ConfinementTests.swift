#if os(Linux)
import Testing

/// Programs that end by bare system calls, or forbid some to themselves: they end as they do without the tier.
@Suite(.timeLimit(.minutes(5)))
struct ConfinementTests {
    private static let greeting = "heap.json"

    @Test(arguments: ["bare", "strict", "threads", "group", "killed"])
    func `A program whose threads end by bare system calls ends with them`(way: String) async throws {
        let files = try await ConfinedProgram().expectSameEnding(way)
        #expect(files == [Self.greeting])
    }

    @Test(arguments: ConfinedProgram.Call.allCases)
    func `A filter for all threads takes no census, and the program ends as it would have`(
        forbidden: ConfinedProgram.Call
    ) async throws {
        let files = try await ConfinedProgram().expectSameEnding("all", "\(forbidden.rawValue)")
        #expect(files == [Self.greeting])
    }

    @Test(arguments: ConfinedProgram.Call.allCases)
    func `A filter for the first thread alone leaves the census at exit`(forbidden: ConfinedProgram.Call) async throws {
        let files = try await ConfinedProgram().expectSameEnding("own", "\(forbidden.rawValue)")
        #expect(files == ["heap-exit.olheap", Self.greeting])
    }
}
#endif
