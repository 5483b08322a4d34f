import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct TicksTests {
    @Test(arguments: 0..<8)
    func `A linear axis has three to eight ticks in its range, in steps of 1, 2 or 5`(seed: Int) {
        var random = Random(state: UInt64(seed))
        for _ in 0..<500 {
            let range = Self.range(using: &random, widest: 12)
            let ticks = PlotAxis.linearTicks(in: range)
            #expect((3...8).contains(ticks.count), "\(range)")
            #expect(ticks.allSatisfy(range.contains))
            let step = ticks[1] - ticks[0]
            var mantissa = step
            while mantissa >= 9.99 { mantissa /= 10 }
            while mantissa < 0.99 { mantissa *= 10 }
            #expect([1.0, 2, 5].contains { abs($0 - mantissa) < 0.01 }, "\(step) in \(range)")
            for (tick, next) in zip(ticks, ticks.dropFirst()) { #expect(abs(next - tick - step) <= 0.01 * step) }
        }
    }

    @Test(arguments: 0..<8)
    func `A logarithmic axis has three to eight ticks in its range, however wide`(seed: Int) {
        var random = Random(state: UInt64(seed))
        for _ in 0..<500 {
            let range = Self.range(using: &random, widest: 24)
            let ticks = PlotAxis.logarithmicTicks(in: range)
            #expect((3...8).contains(ticks.count), "\(range)")
            #expect(ticks.allSatisfy(range.contains))
            #expect(ticks == ticks.sorted() && Set(ticks).count == ticks.count)
        }
    }

    @Test func `Whole numbers have no ticks between them`() {
        #expect(PlotAxis.linearTicks(in: 0.5...3.5, isWhole: true) == [1, 2, 3])
        #expect(PlotAxis.linearTicks(in: 0.5...1.5, isWhole: true) == [1])
        #expect(PlotAxis.linearTicks(in: 0.5...72.5, maximum: 6, isWhole: true) == [20, 40, 60])
    }

    @Test func `Ticks are labelled in one unit, with as many decimals as they need`() {
        let near = PlotAxis(fitting: [0.090, 0.101])
        #expect(TickLabels(near) { Scale.seconds($0) }.texts == ["90", "92", "94", "96", "98", "100"])
        #expect(TickLabels(near) { Scale.seconds($0) }.unit == "ms")
        let fine = PlotAxis(rounding: [48_100_000, 48_105_000], isWhole: false)
        #expect(TickLabels(fine) { Scale.bytes($0) }.texts == ["48.100", "48.102", "48.104", "48.106"])
        let far = PlotAxis(fitting: [0.013, 0.7])
        #expect(TickLabels(far) { Scale.seconds($0) }.texts == ["20", "50", "100", "200", "500"])
    }

    @Test func `Ticks too far apart for one unit have their own`() {
        let labels = TickLabels(PlotAxis(fitting: [0.000_02, 40])) { Scale.seconds($0) }
        #expect(labels.texts == ["10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s"])
        #expect(labels.unit == "")
    }

    @Test(arguments: 0..<4)
    func `Labels of an axis differ`(seed: Int) {
        var random = Random(state: UInt64(seed))
        for _ in 0..<300 {
            let range = Self.range(using: &random, widest: 9)
            for axis in [
                PlotAxis(fitting: [range.lowerBound, range.upperBound]),
                PlotAxis(rounding: [range.lowerBound, range.upperBound], isWhole: false),
            ] {
                let texts = TickLabels(axis) { Scale.seconds($0) }.texts
                #expect(Set(texts).count == axis.ticks.count, "\(texts) \(axis.range)")
            }
        }
    }

    /// From a thousandth wider than nothing to many powers of ten.
    private static func range(using random: inout Random, widest: Int) -> ClosedRange<Double> {
        var lower = Double.random(in: 1...10, using: &random)
        for _ in 0..<Int.random(in: 0...9, using: &random) { lower /= 10 }
        var factor = 1 + Double.random(in: 0.001...1, using: &random)
        for _ in 0..<Int.random(in: 0...widest, using: &random) { factor *= Double.random(in: 1...10, using: &random) }
        return lower...(lower * factor)
    }
}
