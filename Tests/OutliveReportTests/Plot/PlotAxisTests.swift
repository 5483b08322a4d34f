import Testing

@testable import OutliveReport

@Suite struct PlotAxisTests {
    @Test func `Times that are far apart have a logarithmic axis, others and zero a linear one`() {
        #expect(PlotAxis(fitting: [0.1, 5]).isLogarithmic)
        #expect(!PlotAxis(fitting: [0.1, 0.7]).isLogarithmic)
        #expect(!PlotAxis(fitting: [0, 0.1, 5]).isLogarithmic)
        #expect(PlotAxis(fitting: [1, 1.1], isLogarithmic: true).isLogarithmic)
    }

    @Test(
        arguments: [
            [], [0], [0, 0], [3], [7, 7, 7], [1e-12, 1e15], [.leastNonzeroMagnitude], [.nan, 1], [-.infinity, -1, 2],
            [.infinity],
            [1e300], [0, 1e-12], [1, 1.000_000_1], [999_999_999_999_999, 1e15],
        ] as [[Double]])
    func `All values lie on an axis with ticks`(values: [Double]) {
        for axis in [
            PlotAxis(fitting: values), PlotAxis(fitting: values, isLogarithmic: true),
            PlotAxis(rounding: values, isWhole: true), PlotAxis(rounding: values, isWhole: false),
        ] {
            #expect(axis.range.lowerBound.isFinite && axis.range.upperBound.isFinite)
            #expect(axis.range.lowerBound < axis.range.upperBound)
            #expect(!axis.ticks.isEmpty)
            for value in values + [-1, .nan, .infinity, -.infinity] {
                #expect((0...1).contains(axis.fraction(of: value)))
            }
            for value in values where PlotAxis.canShow(value) { #expect(axis.range.contains(value), "\(axis)") }
        }
    }

    @Test func `Ratios are in words, and twice as fast is as far from 1 as half as fast`() {
        let axis = PlotAxis(ratios: [0.5, 2])
        #expect(axis.isLogarithmic)
        #expect(abs(axis.fraction(of: 1) - 0.5) < 1e-9)
        #expect(
            TickLabels(ratios: axis.ticks).texts == ["2x slower", "1.5x slower", "1", "1.5x faster", "2x faster"])
        #expect(TickLabels(ratios: PlotAxis(ratios: [7.8]).ticks).texts == ["1", "2x faster", "5x faster"])
        #expect(TickLabels(ratios: PlotAxis(ratios: [0.97]).ticks).texts.contains("1.02x slower"))
    }

    @Test(
        arguments: [[], [1], [0, .nan], [1.001], [0.9], [1.3], [4.9], [5.6], [0.3, 8], [40], [1e-12, 1e15], [1e15]]
            as [[Double]])
    func `An axis has three ticks or more with room for each, for any spread of ratios`(values: [Double]) {
        let axis = PlotAxis(ratios: values)
        #expect(axis.ticks.count >= 3 && axis.ticks.contains(1), "\(axis)")
        for (tick, next) in zip(axis.ticks, axis.ticks.dropFirst()) {
            #expect(axis.fraction(of: next) - axis.fraction(of: tick) > 0.12)
        }
        #expect(Set(TickLabels(ratios: axis.ticks).texts).count == axis.ticks.count)
    }

    @Test func `The axis of a small plot begins and ends at a tick`() {
        let axis = PlotAxis(rounding: [11, 37], isWhole: true)
        #expect(axis.range == 10...40 && axis.ticks == [10, 20, 30, 40])
        #expect(PlotAxis(rounding: [6, 6], isWhole: true).ticks == [5, 6, 7])
    }

    @Test func `Equal ratios are as far apart as each other`() {
        let axis = PlotAxis(fitting: [1, 100])
        let (one, ten, hundred) = (axis.fraction(of: 1), axis.fraction(of: 10), axis.fraction(of: 100))
        #expect(abs((ten - one) - (hundred - ten)) < 1e-9)
    }

    @Test func `Numbers in a picture are short, not negative and within its width`() {
        #expect(pixels(12.3456) == "12.35")
        #expect(pixels(12.5) == "12.5")
        #expect(pixels(100) == "100")
        #expect(pixels(-3) == "0")
        #expect(pixels(.nan) == "0")
        #expect(pixels(1e300) == "100000")
        #expect(across(.infinity) == "100%")
        #expect(across(1.0 / 3) == "33.33%")
        #expect(across(from: 0.5, to: 0.5) == "0.1%")
    }
}
