import OutliveModel
import Testing

/// Changes, and the differences that two runs of one build show.
@Suite struct AllocationNoiseTests {
    private let table = "App.Table.match() -> ()"
    private let server = "App.Server.handle() -> ()"

    private func changes(_ old: [Int], _ new: [Int]) -> [Int] {
        OutliveModelTests.changes(
            from: AllocationFigures(.of([table, server], old)), to: AllocationFigures(.of([table, server], new))
        ).map(\.blocks)
    }

    @Test func `One allocation more or less in each unit is a change`() {
        #expect(changes([3, 3, 3], [4, 4, 4]) == [1])
        #expect(changes([3, 3, 3], [2, 2, 2]) == [-1])
        #expect(changes([3, 3, 3], [3, 3, 3]) == [])
    }

    @Test func `Ranges that meet are no change`() {
        #expect(changes([3, 3, 5], [4, 5, 5]) == [])
        #expect(changes([10, 11, 12], [12, 13, 14]) == [])
    }

    @Test func `The range of a number that varies is widened by its width`() {
        #expect(changes([10, 11, 12], [14, 15, 15]) == [])
        #expect(changes([10, 11, 12], [16, 16, 16]) == [5])
        #expect(changes([10, 11, 12], [18, 19, 20]) == [8])
    }

    @Test func `Allocations in few units are no change`() {
        #expect(changes([0, 0, 0], [0, 0, 9]) == [])
        #expect(changes([0, 0, 9], [0, 0, 0]) == [])
    }

    @Test func `A new site counts beside one that varies in the same function`() {
        let old = AllocationFigures(.of([table, server], [3, 9, 5]))
        let new = AllocationFigures(
            .of([table, server], [8, 4, 5]), .of([table, server], [1, 1, 1], type: "App.New"))
        #expect(
            OutliveModelTests.changes(from: old, to: new) == [BriefChange(kind: .added, blocks: 1, type: "App.New")])
    }

    @Test func `A new allocation counts beside one that varies in the same function and of the same type`() {
        let append = "Swift.Array.append(A) -> ()"
        let literal = "Swift._allocateUninitializedArray<A>(Builtin.Word) -> ([A], Builtin.RawPointer)"
        let grows = AllocationFigures(.of([append, table, server], [3, 9, 5]))
        let more = AllocationFigures(
            .of([append, table, server], [8, 4, 5]), .of([literal, table, server], [1, 1, 1]))
        #expect(OutliveModelTests.changes(from: grows, to: more) == [BriefChange(kind: .added, blocks: 1)])
    }

    @Test func `Another function of a library that allocates the same is no change`() {
        let (append, insert) = ("Swift.Array.append(A) -> ()", "Swift.Array.insert(A, at: Swift.Int) -> ()")
        let old = AllocationFigures(.of([append, table], [3]), .of([insert, table], [1]))
        let new = AllocationFigures(.of([append, table], [1]), .of([insert, table], [3]))
        #expect(OutliveModelTests.changes(from: old, to: new).isEmpty)
        #expect(OutliveModelTests.changes(from: old, to: AllocationFigures(.of([table], [4]))).isEmpty)
    }

    @Test func `What happens once does not stand for what is new`() {
        let old = AllocationFigures(.of([table, server, "App.warm() -> ()"], [0, 0, 1]))
        let new = AllocationFigures(.of([table, server, "App.serve() -> ()"], [1, 1, 1]))
        #expect(OutliveModelTests.changes(from: old, to: new).map(\.kind) == [.added])
    }

    @Test func `Work that takes another path to the same function is no change`() {
        let resumed = "App.Table.match() async -> ()"
        let old = AllocationFigures(.of([resumed], [0, 1, 0]), .of([resumed, server], [9, 8, 9]))
        let new = AllocationFigures(.of([resumed], [9, 9, 8]), .of([resumed, server], [0, 0, 1]))
        #expect(OutliveModelTests.changes(from: old, to: new).isEmpty)
    }

    @Test func `A move between two callers that both have a constant number is reported`() {
        let (first, second) = ("App.first() -> ()", "App.second() -> ()")
        let old = AllocationFigures(.of([table, first], [3]), .of([table, second], [1]))
        let new = AllocationFigures(.of([table, first], [2]), .of([table, second], [2]))
        #expect(Set(OutliveModelTests.changes(from: old, to: new).map(\.blocks)) == [1, -1])
    }

    @Test func `A site that a report left out is not new`() {
        let busy = AllocationSite.of([server], [50])
        let small = AllocationSite.of([table, server], [4], type: "App.Small")
        let cut = AllocationFigures(busy, leftOut: 9)
        #expect(OutliveModelTests.changes(from: cut, to: AllocationFigures(busy, small)).isEmpty)
        #expect(OutliveModelTests.changes(from: AllocationFigures(busy, small), to: cut).isEmpty)
    }

    @Test func `What left-out sites may account for is no change`() {
        let busy = AllocationSite.of([server], [50])
        let (small, one) = (AllocationSite.of([table, server], [4]), AllocationSite.of([table, server], [1]))
        let two = AllocationFigures(busy, small, one, leftOut: 9)
        #expect(OutliveModelTests.changes(from: two, to: AllocationFigures(busy, small, leftOut: 9)).isEmpty)
        #expect(OutliveModelTests.changes(from: AllocationFigures(busy, leftOut: 9), to: two).isEmpty)
        let more = AllocationFigures(busy, .of([table, server], [70]), one, leftOut: 9)
        #expect(OutliveModelTests.changes(from: two, to: more).map(\.blocks) == [66])
    }

    @Test func `New sites come first, then more, fewer and removed ones, most first`() {
        func figures(_ counts: [Int]) -> AllocationFigures {
            let sites = counts.enumerated().map {
                AllocationSite.of(["App.f\($0.offset)() -> ()"], [$0.element], type: "App.T\($0.offset)")
            }.filter { $0.blocks.median > 0 }
            return AllocationFigures(
                units: 5, blocks: .none, bytes: .none, temporary: .none, sites: sites)
        }
        let found = OutliveModelTests.changes(from: figures([0, 0, 5, 5, 5]), to: figures([1, 7, 9, 2, 0]))
        #expect(found.map(\.blocks) == [7, 1, 4, -3, -5])
    }

    @Test(arguments: [(2, true), (3, false)]) func `A comparison of few units is weak`(units: Int, isWeak: Bool) {
        let site = AllocationSite.of([table], [1])
        let comparison = AllocationComparison(
            from: AllocationFigures(site, units: units), to: AllocationFigures(site, units: 9))
        #expect(comparison.isWeak == isWeak)
    }
}
