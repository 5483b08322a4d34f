import Foundation
import OutliveHeap
import OutliveModel
import OutliveTestSupport
import Testing

/// The census compared with the truth, to the last object.
struct ExactnessTests {
    private static func counts(
        _ snapshot: HeapSnapshot, _ state: HeapRow.State = .alive
    ) -> [String: Int] {
        let rows = HeapCensus(snapshot).rows.filter { $0.state == state }
        return Dictionary(rows.map { ($0.type.description, $0.count) }, uniquingKeysWith: +)
    }

    /// The fixture, and what else `scripts/trial heap-exact` built of it: with optimisation, and with the tier linked in.
    private static let programs: [String] =
        ["heap-fixture"]
        + (ProcessInfo.processInfo.environment["OUTLIVE_HEAP_PROGRAMS"] ?? "").split(separator: ":").map(String.init)

    // With the library that is beside it; none where the tier is linked in.
    private static func start(_ program: String, _ arguments: String..., frames: String) throws -> WatchedProgram {
        let beside = URL(fileURLWithPath: program, relativeTo: WatchedProgram.built).deletingLastPathComponent()
            .appendingPathComponent("liboutlive_heap.so").path
        let library = FileManager.default.fileExists(atPath: beside) ? beside : ""
        return try WatchedProgram(
            arguments: arguments, executable: program,
            environment: ["OUTLIVE_HEAP_FRAMES": frames, "LD_PRELOAD": library])
    }

    @Test(arguments: programs, ["0", "16"])
    func `After heavy churn on four threads no object of any kind is missing or left over`(
        executable: String, frames: String
    ) async throws {
        // A million with OUTLIVE_LONG_TESTS.
        let churn = Fuzzing.long == nil ? "5000" : "1000000"
        try await Self.expectExactKinds(of: Self.start(executable, "churn", churn, frames: frames))
    }

    /// Expects that the censuses of a program that churns are what it printed.
    static func expectExactKinds(of program: WatchedProgram) async throws {
        let ending = await program.end()
        #expect(ending.status == 0)
        #expect(ending.errors == "")
        let snapshots = try (1...4).map { try program.finishedSnapshot("request-\($0)") }
        let alive = snapshots.map { counts($0) }
        // The runtime's own come and go at any moment.
        let gone = snapshots.map { counts($0, .deinitialised).filter { $0.key.hasPrefix("heap_fixture.") } }
        let lines = ending.output.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(lines.count >= 22)
        for line in lines {
            let expected = try #require(line.count == 2 ? Int(line[1]) : nil, "\(line)")
            let names = line[0].split(separator: "|").map(String.init)
            let counted = alive.map { counts in names.reduce(0) { $0 + counts[$1, default: 0] } }
            #expect(counted.map { $0 - counted[0] } == [0, 0, expected, 0], "\(names)")
        }
        // The objects that unowned references keep are counted, too.
        #expect(gone[1] == gone[0])
        #expect(gone[2]["heap_fixture.Pointed"] == 100)
        #expect(gone[3] == gone[0])
    }

    @Test
    func `The census stays exact under forks and libraries that load and unload`() async throws {
        let seconds = Fuzzing.long ?? 1
        let program = try WatchedProgram("stress", "\(Int(seconds))", environment: ["OUTLIVE_HEAP_EXIT": "0"])
        let ending = await program.end()
        #expect(ending.status == 0)
        let lines = ending.output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
        #expect(!lines.isEmpty)
        for line in lines {
            try #require(line.count == 3)
            let counts = Self.counts(try program.finishedSnapshot("request-\(line[0])"))
            #expect(counts["heap_fixture.Crate", default: 0] == line[1])
            #expect(counts["heap_fixture.Label", default: 0] == line[2])
        }
        // The children were silent.
        #expect(try program.files().filter { $0.hasSuffix(".json") } == ["heap.json"])
    }

    @Test
    func `A live block costs at most 48 bytes`() async throws {
        let program = try WatchedProgram("hold", "1000000", environment: ["OUTLIVE_HEAP_EXIT": "0"])
        #expect(await program.end().output == "1000000\n")
        let snapshot = try program.finishedSnapshot("request-1")
        let census = HeapCensus(snapshot)
        #expect(Self.counts(snapshot)["heap_fixture.Held"] == 1_000_000)
        #expect(snapshot.header.bookkeepingBytes <= 48 * (census.objects + census.rawBlocks))
    }
}
