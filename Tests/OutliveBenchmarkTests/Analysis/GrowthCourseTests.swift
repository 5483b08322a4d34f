import OutliveModel
import Testing

@testable import OutliveBenchmark

/// Series of servers that run well, and of servers that leak, in random variants from fixed seeds.
struct GrowthCourseTests {
    private static let page = 4096.0

    /// The slope of a metric over a soak of these values.
    private func slope(_ metric: Metric, _ values: [Double], warmup: Int = 2) throws -> Slope {
        let soak = values.enumerated().map { place, value in
            SoakCycle(
                cycle: place + 1, seconds: 0.001,
                vitals: Vitals(
                    residentBytes: metric == .residentBytes ? Int(value) : 8_000_000,
                    threads: metric == .threads ? Int(value) : 5,
                    descriptors: metric == .descriptors ? Int(value) : 7))
        }
        return try #require(slopes(of: soak, warmup: warmup).first { $0.metric == metric })
    }

    /// Counts the seeds for which growth is claimed of values that a closure makes, in bytes above 8 MB, by cycle.
    private func claims(
        _ metric: Metric = .residentBytes, seeds: ClosedRange<UInt64> = 1...100, cycles: Int = 50,
        _ value: (inout SplitMix64) -> (Int) -> Double
    ) throws -> Int {
        try seeds.count { seed in
            var generator = SplitMix64(seed: seed)
            let series = value(&generator)
            let base = metric == .residentBytes ? 8_000_000.0 : 5
            return try slope(metric, (1...cycles).map { base + series($0) }).grows
        }
    }

    @Test(arguments: [15, 20, 50, 400])
    func `A leak of one page in every cycle is growth`(cycles: Int) throws {
        let slope = try slope(.residentBytes, (1...cycles).map { 8_000_000 + 4096 * Double($0) })
        #expect(slope.grows)
        #expect(slope.course == .lasting)
    }

    @Test func `A leak of 64 KiB among noise of pages is growth in every run`() throws {
        let found = try claims { generator in
            let noise = (0...50).map { _ in 6 * Self.page * generator.normal() }
            return { 65_536 * Double($0) + noise[$0] }
        }
        #expect(found == 100)
    }

    /// The slope of memory over a soak with the heap tier, which uses `tier` bytes of it.
    private func slope(_ values: [Double], tier: (Int) -> Double) throws -> Slope {
        let soak = values.enumerated().map { place, value in
            SoakCycle(
                cycle: place + 1, seconds: nil,
                vitals: Vitals(
                    residentBytes: Int(value), threads: 5, descriptors: 7, tierBytes: Int(tier(place + 1))))
        }
        return try #require(slopes(of: soak, warmup: 2).first { $0.metric == .residentBytes })
    }

    @Test func `The memory of the heap tier is no growth of the program`() throws {
        for cycles in [12, 15, 50] {
            let values = (1...cycles).map { 8_000_000 + 65_536 * Double($0) }
            #expect(try slope(values) { 65_536 * Double($0) }.grows == false)
            #expect(try slope(values) { _ in 65_536 }.grows)
        }
    }

    @Test func `In few cycles, a rise of some percent is unclear if the heap is judged by itself`() throws {
        let values = (1...12).map { 32_000_000 + 80_000 * Double($0) }
        #expect(try slope(.residentBytes, values).grows)
        #expect(try slope(values) { _ in 400_000 }.course == .unclear)
        #expect(try slope((1...12).map { 32_000_000 + 250_000 * Double($0) }) { _ in 400_000 }.grows)
        #expect(try slope((1...30).map { 32_000_000 + 80_000 * Double($0) }) { _ in 400_000 }.grows)
    }

    @Test func `Noise of pages is no growth`() throws {
        let found = try claims { generator in
            let noise = (0...50).map { _ in (20 * generator.normal()).rounded() * Self.page }
            return { noise[$0] }
        }
        #expect(found == 0)
    }

    @Test func `A heap that takes some pages in some cycles, as before a first collection, is no growth`() throws {
        // As a Go server does: 1.7 pages a cycle on average, by fits and starts.
        let found = try claims { generator in
            var total = 0.0
            let sums = (0...50).map { _ in
                total += Double([0, 0, 0, 1, 1, 1, 2, 2, 3, 7][generator.index(below: 10)]) * Self.page
                return total
            }
            return { sums[$0] }
        }
        #expect(found == 0)
    }

    @Test func `A single step at any cycle is no growth, of memory, threads or descriptors`() throws {
        for metric in [Metric.residentBytes, .threads, .descriptors] {
            for place in 1...50 {
                let size = metric == .residentBytes ? 1_048_576.0 : 1
                let values = (1...50).map { 8_000_000 + ($0 >= place ? size : 0) }
                #expect(try !slope(metric, values).grows, "\(metric) at \(place)")
            }
        }
    }

    @Test(arguments: 1...3)
    func `Up to three more threads, each at a random cycle, are no growth`(threads: Int) throws {
        let found = try claims(.threads) { generator in
            let places = (0..<threads).map { _ in 1 + generator.index(below: 50) }
            return { cycle in Double(places.count { $0 <= cycle }) }
        }
        #expect(found == 0)
    }

    @Test func `A thread that stays in every second cycle, also at random, is growth`() throws {
        let found = try claims(.threads) { generator in
            var total = 0
            let sums = (0...50).map { _ in
                total += generator.coin() ? 1 : 0
                return Double(total)
            }
            return { sums[$0] }
        }
        #expect(found >= 90)
    }

    @Test(arguments: 4...40)
    func `Memory that rises and falls again is no growth, whatever the period`(period: Int) throws {
        for phase in 0..<period {
            let values = (1...50).map { 8_000_000 + 131_072 * Double(($0 + phase) % period) }
            // One tooth that lasts as long as the soak looks the same as a leak.
            let falls = values.suffix(40).indices.dropFirst().contains { values[$0] < values[$0 - 1] }
            let slope = try slope(.residentBytes, values)
            #expect(!slope.grows || !falls || period > 30, "period \(period), phase \(phase)")
        }
    }

    @Test(arguments: [5.0, 8, 12])
    func `A cache that fills up is no growth`(cycles: Double) throws {
        var left = 4_000_000.0
        let values = (1...50).map { _ in
            left *= 1 - 1 / cycles
            return 12_000_000 - left
        }
        #expect(try !slope(.residentBytes, values).grows)
    }

    @Test(arguments: 8...10)
    func `Soaks of eight to ten cycles of one program agree on the verdict`(cycles: Int) throws {
        let quiet = try claims(cycles: cycles) { generator in
            var total = 0.0
            let sums = (0...cycles).map { _ in
                total += Double(generator.index(below: 5)) * Self.page
                return total
            }
            return { sums[$0] }
        }
        #expect(quiet == 0)
        let leaking = try claims(cycles: cycles) { generator in
            let noise = (0...cycles).map { _ in 6 * Self.page * generator.normal() }
            return { 1_048_576 * Double($0) + noise[$0] }
        }
        #expect(leaking == 100)
    }

    @Test func `A report without judged courses claims growth by the interval alone`() {
        var slope = Slope(
            metric: .threads, perCycle: 1, interval: Interval(lower: 1, upper: 1), minimumEffect: 0.05, cycles: 40)
        #expect(slope.grows)
        for course in GrowthCourse.allCases {
            slope.course = course
            #expect(slope.grows == (course == .lasting))
            #expect(slope.rises)
        }
    }
}
