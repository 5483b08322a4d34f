import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct SoakDistributionTests {
    /// Resets of 1 ms, 2 ms and so on, in another order.
    private func soak(_ count: Int) -> [SoakCycle] {
        (1...count).map { SoakCycle(cycle: $0, seconds: Double(count + 1 - $0) / 1_000) }
    }

    @Test func `A long soak reports the distribution of its resets`() throws {
        let words = try #require(SoakDistribution(soak(200))).words
        #expect(words == "resets took 100 ms (median), 190 ms (p95), 198 ms (p99), 200 ms (max)")
    }

    @Test func `A fallback is not part of the distribution`() throws {
        let failed = SoakCycle(cycle: 201, seconds: 60, fellBack: true)
        #expect(try #require(SoakDistribution(soak(200) + [failed])).words.contains("200 ms (max)"))
    }

    @Test func `A few resets have no distribution`() {
        #expect(SoakDistribution(soak(99)) == nil)
        #expect(SoakDistribution([]) == nil)
    }
}
