import OutliveModel
import Testing

@testable import OutliveBenchmark

struct GrowthTests {
    /// A soak of a process whose memory and time are noisy; memory remembers its last value, as real memory does.
    private func soak(
        _ cycles: Int, bytesPerCycle: Double = 0, secondsPerCycle: Double = 0, using generator: inout SplitMix64
    ) -> [SoakCycle] {
        var noise = 0.0
        return (1...cycles).map { cycle in
            noise = 0.5 * noise + 60_000 * generator.normal()
            let bytes = 30_000_000 + bytesPerCycle * Double(cycle) + noise
            return SoakCycle(
                cycle: cycle, seconds: (0.1 + secondsPerCycle * Double(cycle)) * generator.heavyTailed(),
                vitals: Vitals(residentBytes: Int(bytes), threads: 8 + generator.index(below: 2), descriptors: 20))
        }
    }

    /// Counts the soaks, of 100, that claim growth of each metric.
    private func claims(bytes: Double = 0, seconds: Double = 0) -> [Metric: Int] {
        var generator = SplitMix64(seed: 99)
        var claims: [Metric: Int] = [:]
        for _ in 0..<100 {
            let cycles = soak(50, bytesPerCycle: bytes, secondsPerCycle: seconds, using: &generator)
            for slope in slopes(of: cycles, warmup: 10) where slope.grows { claims[slope.metric, default: 0] += 1 }
        }
        return claims
    }

    @Test func `Noise is hardly ever called growth`() {
        #expect(claims().values.allSatisfy { $0 <= 3 })
    }

    @Test func `Memory that grows by 20 kB a cycle under noise three times as large is growth`() {
        #expect(claims(bytes: 20_000)[.residentBytes, default: 0] >= 97)
    }

    @Test func `Resets that get slower by 3 % of the first a cycle are growth`() {
        #expect(claims(seconds: 0.003)[.resetSeconds, default: 0] >= 97)
    }

    @Test func `Memory that grows by less than a page a cycle is no growth, however regular`() throws {
        let cycles = (1...50).map {
            let vitals = Vitals(residentBytes: 8_000_000 + 4_000 * $0, threads: 1, descriptors: 1)
            return SoakCycle(cycle: $0, seconds: 0.1, vitals: vitals)
        }
        let slope = try #require(slopes(of: cycles, warmup: 10).first { $0.metric == .residentBytes })
        #expect(slope.perCycle == 4_000)
        #expect(slope.minimumEffect == 4_096)
        #expect(!slope.grows)
    }

    @Test(arguments: [(2_500, 2_000, 30), (2_500, 20, 3_000)])
    func `A small slope is growth if it adds up over many cycles`(
        cycles: Int, bytesPerCycle: Int, cyclesPerDescriptor: Int
    )
        throws
    {
        let soak = (1...cycles).map {
            let vitals = Vitals(
                residentBytes: 8_000_000 + bytesPerCycle * $0, threads: 1, descriptors: 10 + $0 / cyclesPerDescriptor)
            return SoakCycle(cycle: $0, seconds: 0.1, vitals: vitals)
        }
        // 2 kB and a thirtieth of a descriptor are under what counts in fifty cycles.
        let growing = slopes(of: soak, warmup: 10).filter(\.grows).map(\.metric)
        #expect(growing == (bytesPerCycle > 1_000 ? [.residentBytes, .descriptors] : []))
        let short = slopes(of: Array(soak.prefix(50)), warmup: 10).filter(\.grows)
        #expect(short.isEmpty)
    }

    @Test func `One more descriptor in ten cycles is growth`() throws {
        let cycles = (1...50).map {
            SoakCycle(cycle: $0, seconds: 0.1, vitals: Vitals(residentBytes: 1, threads: 1, descriptors: 10 + $0 / 10))
        }
        #expect(try #require(slopes(of: cycles, warmup: 10).first { $0.metric == .descriptors }).grows)
    }
}
