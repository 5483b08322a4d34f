import Testing

@testable import OutliveReport

@Suite struct PlotAxisTests {
    @Test func `Times that are far apart have a logarithmic axis, others and nought a linear one`() {
        #expect(PlotAxis(fitting: [0.1, 5]).spacing == .logarithmic)
        #expect(PlotAxis(fitting: [0.1, 0.7]).spacing == .linear)
        #expect(PlotAxis(fitting: [0, 0.1, 5]).spacing == .linear)
        #expect(PlotAxis(fitting: [1, 1.1], spacing: .logarithmic).spacing == .logarithmic)
    }

    @Test(
        "Whatever the values, all lie on the axis, and it has ticks",
        arguments: [
            [], [0], [0, 0], [3], [7, 7, 7], [1e-12, 1e15], [.leastNonzeroMagnitude], [.nan, 1], [-.infinity, -1, 2],
            [.infinity],
            [1e300], [0, 1e-12], [1, 1.000_000_1], [999_999_999_999_999, 1e15],
        ] as [[Double]])
    func degenerate(values: [Double]) {
        for axis in [
            PlotAxis(fitting: values), PlotAxis(fitting: values, spacing: .logarithmic),
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

    @Test func `Numbers in a picture are short, and never below nought or more than it is wide`() {
        #expect(SVG.pixels(12.3456) == "12.35")
        #expect(SVG.pixels(12.5) == "12.5")
        #expect(SVG.pixels(100) == "100")
        #expect(SVG.pixels(-3) == "0")
        #expect(SVG.pixels(.nan) == "0")
        #expect(SVG.pixels(1e300) == "100000")
        #expect(SVG.across(.infinity) == "100%")
        #expect(SVG.across(1.0 / 3) == "33.33%")
        #expect(SVG.width(from: 0.5, to: 0.5) == "0.1%")
    }
}
