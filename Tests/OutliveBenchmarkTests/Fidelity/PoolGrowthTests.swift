import OutliveModel
import Testing

@testable import OutliveBenchmark

struct PoolGrowthTests {
    /// The differences of a program with these threads, or descriptors, by resets since its launch.
    private func differences(
        _ check: FidelityCheck = .threads, soak: Int = 50, _ names: @escaping @Sendable (Int) -> [String: Int]
    ) async throws -> [FidelityDifference] {
        var program = FakeProgram()
        program.state = { _, reset, _ in
            ProcessState(facts: [check: names(reset).mapValues { .count($0) }])
        }
        let (report, _) = await run(program, pairs: 1, warmup: 2, soak: soak)
        return try #require(report.fidelity).results.flatMap(\.differences)
    }

    @Test(arguments: [1, 2, 13, 40, 53])
    func `A pool may take one more at any reset, or several soon`(place: Int) async throws {
        #expect(try await differences { ["server": $0 >= place ? 6 : 5] }.isEmpty)
        #expect(try await differences { ["server": 5 + min($0 / 5, 4)] }.isEmpty)
    }

    @Test func `A pool may take one more in a run of few resets`() async throws {
        #expect(try await differences(soak: 0) { ["server": $0 >= 1 ? 6 : 5] }.isEmpty)
        #expect(try await differences(soak: 0) { ["server": 5 + $0] }.count == 1)
    }

    @Test(arguments: [1, 2, 5, 10])
    func `A pool differs if one more stays after every reset, or every tenth`(period: Int) async throws {
        #expect(try await differences { ["server": 5 + $0 / period] }.map(\.subject) == ["server"])
        #expect(try await differences(.descriptors) { ["tcp connection": 3 + $0 / period] }.count == 1)
    }

    @Test func `A pool differs if more come at once than launches leave`() async throws {
        #expect(try await differences { ["server": $0 >= 2 ? 500 : 5] }.count == 1)
    }

    @Test(arguments: [([5, 5, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9], false), ([5, 5, 6, 7, 7, 8, 8, 8, 8, 9, 9, 9], true)])
    func `A pool is still growing if it grew twice in the second half of the resets`(
        counts: [Int], isExplained: Bool
    ) throws {
        let pool = try #require(Pool(UnexplainedFact.Subject(check: .threads, name: "server")))
        #expect(pool.explains(9, launched: 5, counts: counts, processors: 2) == isExplained)
    }

    @Test func `Threads with numbers in their names, as of Java's collector, are a pool`() async throws {
        #expect(
            try await differences { reset in
                reset < 9 ? ["GC Thread#0": 1] : ["GC Thread#0": 1, "GC Thread#1": 1]
            }.isEmpty)
        let leaking = try await differences { reset in
            Dictionary(uniqueKeysWithValues: (0...reset).map { ("pool-\($0)", 1) })
        }
        #expect(leaking.count == 53)
    }

    @Test func `A single thread is no pool, and neither are open files`() async throws {
        #expect(try await differences { ["server": $0 >= 9 ? 2 : 1] }.count == 1)
        #expect(try await differences { $0 >= 9 ? ["server": 5, "watcher": 1] : ["server": 5] }.count == 1)
        #expect(try await differences(.descriptors) { ["file /var/log/app.log": $0 >= 9 ? 3 : 2] }.count == 1)
    }
}
