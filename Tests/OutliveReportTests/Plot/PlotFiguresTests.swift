import OutliveModel
import Testing

@testable import OutliveReport

/// The figures that are computed before drawing.
@Suite struct PlotFiguresTests {
    @Test func `Quartiles lie between values if none is at their exact position`() {
        #expect(Quartiles([])?.median == nil)
        #expect(Quartiles([4])?.lower == 4)
        #expect(Quartiles([3, 1, 2, 5, 4])?.lower == 2)
        #expect(Quartiles([3, 1, 2, 4])?.median == 2.5)
        #expect(Quartiles([1, 2, 3, 4])?.upper == 3.25)
    }

    @Test func `Points of a row do not overlap`() {
        let places = (0..<100).map(ArmRow.height)
        #expect(places.allSatisfy { (0..<1).contains($0) })
        for (place, next) in zip(places, places.dropFirst()) { #expect(abs(place - next) > 0.3) }
        // Every tenth has some.
        #expect(Set(places.map { Int($0 * 10) }).count == 10)
    }

    @Test func `Of coinciding points the extremes and each used position stay`() {
        var random = Random(state: 1)
        let points = (0..<10_000).map {
            (x: 52 + Double($0) / 40, value: Double.random(in: 0...1, using: &random))
        }
        let columns = LineColumn.columns(of: points, width: 2)
        #expect(columns.count == 125)
        #expect(columns.map(\.minimum).min() == points.map(\.value).min())
        #expect(columns.map(\.maximum).max() == points.map(\.value).max())
        #expect(columns.allSatisfy { $0.minimum <= $0.middle && $0.middle <= $0.maximum })
        #expect(columns.map(\.x) == columns.map(\.x).sorted())
        #expect(LineColumn.columns(of: points, width: 0).count == 10_000)
        #expect(LineColumn.columns(of: [], width: 2).isEmpty)
    }

    @Test(arguments: 0..<4)
    func `Strengths of colour follow each other without a gap, up to the greatest count`(seed: Int) {
        var random = Random(state: UInt64(seed))
        for _ in 0..<300 {
            let greatest = Int.random(in: 1...max(1, 1 << Int.random(in: 0...62, using: &random)), using: &random)
            let scale = HeatScale(greatest: greatest)
            #expect(scale.levels.count == min(greatest, HeatScale.maximum))
            #expect(scale.levels.first?.lowerBound == 1)
            #expect(scale.levels.last?.upperBound == greatest)
            for (level, next) in zip(scale.levels, scale.levels.dropFirst()) {
                #expect(next.lowerBound == level.upperBound + 1)
            }
            #expect(scale.level(of: greatest) == scale.levels.count)
            #expect(scale.level(of: 1) == 1 && scale.level(of: 0) == 0 && scale.level(of: -3) == 0)
            #expect(scale.level(of: .max) == scale.levels.count)
        }
    }

    @Test(arguments: [1, 2, 3, 7, 80])
    func `Cells cover all cycles once, keep the maximum of each, and separate the warm-up`(each: Int) {
        var finding = Report.leaking.findings[0]
        finding.live = (0..<73).map { $0 * $0 % 31 }
        finding.warmup = 5
        let cells = HeatRow(finding, cyclesPerColumn: each).cells
        #expect(cells.flatMap { Array($0.cycles) } == Array(1...73))
        for cell in cells {
            #expect(cell.count == cell.cycles.map { finding.live[$0 - 1] }.max())
            #expect(cell.isWarmup == (cell.cycles.upperBound <= 5) && cell.isWarmup == (cell.cycles.lowerBound <= 5))
        }
    }

    @Test func `Equal neighbours are one cell`() {
        var finding = Report.leaking.findings[0]
        (finding.live, finding.warmup) = ([3, 3, 3, 3, 4, 4], 2)
        let cells = HeatRow(finding, cyclesPerColumn: 1).cells
        #expect(cells.map(\.cycles) == [1...2, 3...4, 5...6])
        #expect(cells.map(\.isWarmup) == [true, false, false])
        (finding.live, finding.warmup) = ([], 2)
        #expect(HeatRow(finding, cyclesPerColumn: 1).cells.isEmpty)
        // All of them warm-up, and not enough to fill a column.
        (finding.live, finding.warmup) = ([1, 2], 2)
        #expect(HeatRow(finding, cyclesPerColumn: 3).cells.map(\.cycles) == [1...2])
        (finding.live, finding.warmup) = ([-1, .max], -7)
        #expect(HeatRow(finding, cyclesPerColumn: 1).cells.map(\.count) == [0, .max])
    }

    @Test func `A trend lies among the cycles that it was judged by`() throws {
        let cycles = (1...50).map { cycle in
            SoakCycle(
                cycle: cycle, seconds: Double(cycle) + (cycle < 10 ? 100 : 0), fellBack: cycle == 6)
        }
        let slope = Slope(metric: .resetSeconds, perCycle: 1, interval: nil, minimumEffect: 0, cycles: 36)
        let trend = try #require(SoakTrend(slope, cycles, warmup: 2))
        // Of the 44 cycles after the fallback the first fifth is left out.
        #expect(trend.first == 15 && trend.last == 50)
        #expect(trend.value(at: 20) == 20)
        #expect(SoakTrend(slope, Array(cycles.prefix(1)), warmup: 2) == nil)
        // It is cut where it leaves the range, and as steep as before.
        #expect(trend.part(in: 18.5...40) == 18.5...40)
        #expect(trend.value(at: 18.5) == 18.5 && trend.value(at: 40) == 40)
        #expect(trend.part(in: 0...100)?.upperBound == 50)
        #expect(trend.part(in: 90...100) == nil)
    }
}
