import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct SoakDistributionTests {
    /// Resets of 1 ms, 2 ms and so on, in another order.
    private func soak(_ count: Int) -> [SoakCycle] {
        (0..<count).map { SoakCycle(cycle: $0 + 1, seconds: Double(count - $0) / 1_000) }
    }

    private func distribution(_ soak: [SoakCycle]) -> String? { SoakTable(Report.clean.runs[0], soak).distribution }

    @Test func `A long soak reports the distribution of its resets`() throws {
        let words = try #require(distribution(soak(200)))
        #expect(words == "resets took 100 ms (median), 190 ms (p95), 198 ms (p99), 200 ms (max)")
    }

    @Test func `A fallback is not part of the distribution`() throws {
        let failed = SoakCycle(cycle: 201, seconds: 60, fellBack: true)
        #expect(try #require(distribution(soak(200) + [failed])).contains("200 ms (max)"))
    }

    @Test func `A few resets have no distribution`() {
        #expect(distribution(soak(99)) == nil)
        #expect(distribution([]) == nil)
    }
}
