import Foundation
import OutliveModel
import Testing

struct AllocationCourseTests {
    private static let session = HeapType(name: "App.Session", kind: .object)
    private static let stacks = [1, 2].map {
        Backtrace(frames: [Backtrace.Frame(module: "/app", buildID: nil, offset: $0)])
    }

    /// Returns a census after some allocations at the first stack, and others at the second.
    private func census(_ first: Int, _ second: Int, temporary: Int = 0, peak: Int = 0) -> HeapCensus {
        HeapCensus(
            processID: 1, cycle: 0, stacks: Self.stacks,
            allocations: HeapAllocations(
                all: HeapAmount(objects: first + second, bytes: 8 * (first + second)), peakBytes: 100,
                totals: [
                    AllocationTotal(
                        type: Self.session, stack: 0, amount: HeapAmount(objects: first, bytes: 8 * first),
                        temporary: HeapAmount(objects: temporary, bytes: 8 * temporary),
                        peak: HeapAmount(objects: 1, bytes: 100)),
                    AllocationTotal(
                        type: .rawMemory, stack: 1, amount: HeapAmount(objects: second, bytes: 8 * second),
                        temporary: HeapAmount()),
                ]))
    }

    @Test func `A unit is what was allocated between two censuses, without the warm-up`() throws {
        var course = AllocationCourse()
        for (first, second) in [(100, 50), (900, 51), (941, 52), (982, 55), (1023, 56)] {
            course.add(census(first, second, temporary: first / 2))
        }
        let figures = try #require(course.figures(warmup: 1))
        #expect(figures.units == 3)
        #expect(figures.blocks == Spread(median: 42, lowest: 42, highest: 44))
        #expect(figures.sites.map(\.type) == [Self.session, .rawMemory])
        #expect(figures.sites.map(\.blockCounts.values) == [[41, 41, 41], [1, 3, 1]])
        #expect(figures.sites[0].blocks.isConstant && !figures.sites[1].blocks.isConstant)
        #expect(figures.sites[0].bytes.median == 328)
        #expect(figures.peakBytes == 100 && figures.peak.map(\.amount.bytes) == [100])
    }

    @Test func `A block whose type is known no more is no allocation of another type`() throws {
        func census(alive: Int, released: Int) -> HeapCensus {
            let totals = [(Self.session, alive), (.rawMemory, released)].map { type, count in
                AllocationTotal(type: type, stack: 0, amount: HeapAmount(objects: count, bytes: 8 * count))
            }
            let all = HeapAmount(objects: alive + released, bytes: 8 * (alive + released))
            return HeapCensus(
                processID: 1, cycle: 0, stacks: Self.stacks, allocations: HeapAllocations(all: all, totals: totals))
        }
        var course = AllocationCourse()
        for (alive, released) in [(10, 0), (12, 0), (4, 10), (6, 10)] {
            course.add(census(alive: alive, released: released))
        }
        let figures = try #require(course.figures(warmup: 0))
        #expect(figures.blocks == Spread(median: 2, lowest: 2, highest: 2))
        #expect(figures.sites.map(\.blockCounts.values) == [[2, 0, 2], [0, 2, 0]])
    }

    @Test func `A launch is a unit of its own`() throws {
        var course = AllocationCourse()
        for count in [10, 12, 11] { course.addLaunch(census(count, 1)) }
        let figures = try #require(course.figures(warmup: 0))
        #expect(figures.units == 3 && figures.sites[0].blocks == Spread(median: 11, lowest: 10, highest: 12))
    }

    @Test func `Of many units, sites have the counts of the last ones, none of them left out`() throws {
        var course = AllocationCourse()
        for unit in 0...200 { course.add(census(unit * (unit + 1) / 2, 0)) }
        let figures = try #require(course.figures(warmup: 3))
        #expect(figures.units == 197 && figures.blocks == Spread(median: 102, lowest: 4, highest: 200))
        #expect(figures.sites[0].blockCounts.values == Array(101...200))
    }

    @Test func `Sites that allocate in turn are both there, and neither always`() throws {
        var course = AllocationCourse()
        for unit in 0...60 { course.add(census((unit + 1) / 2, unit / 2)) }
        let figures = try #require(course.figures(warmup: 0))
        #expect(figures.sites.count == 2 && figures.sites.allSatisfy { !$0.blocks.isConstant })
        #expect(figures.blocks.isConstant)
    }

    @Test func `Figures without a unit, or without a count, are unknown`() {
        var course = AllocationCourse()
        #expect(course.figures(warmup: 0) == nil)
        course.add(census(1, 1))
        #expect(course.figures(warmup: 0) == nil)
        course.add(census(2, 1))
        #expect(course.figures(warmup: 1) == nil)
        course = AllocationCourse()
        course.add(HeapCensus(processID: 1, cycle: 1))
        #expect(course.figures(warmup: 0) == nil)
    }

    @Test func `Figures are the same after coding, and frames are coded once`() throws {
        var course = AllocationCourse()
        for count in [1, 42, 83, 125] { course.add(census(count, count * 2)) }
        var figures = try #require(course.figures(warmup: 0))
        figures.sites.append(figures.sites[0])
        let coded = try JSONEncoder().encode(figures)
        #expect(try JSONDecoder().decode(AllocationFigures.self, from: coded) == figures)
        #expect(String(decoding: coded, as: UTF8.self).ranges(of: "\"module\"").count == 2)
    }

    @Test func `A frame that is not there is refused`() throws {
        var course = AllocationCourse()
        for count in [1, 42] { course.add(census(count, 0)) }
        let coded = String(decoding: try JSONEncoder().encode(try #require(course.figures(warmup: 0))), as: UTF8.self)
        let broken = coded.replacing("\"stack\":[0]", with: "\"stack\":[7]")
        #expect(broken != coded)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(AllocationFigures.self, from: Data(broken.utf8))
        }
    }

    @Test(arguments: [([], 0, 0, 0), ([5], 5, 5, 5), ([3, 1, 2], 2, 1, 3), ([4, 1, 3, 2], 2, 1, 4)])
    func `A spread has the lower median`(counts: [Int], median: Int, lowest: Int, highest: Int) {
        #expect(Spread(counts) == Spread(median: median, lowest: lowest, highest: highest))
    }
}
