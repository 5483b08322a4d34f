import Testing

@testable import OutliveBenchmark

@Suite struct BisectSearchTests {
    /// Searches in a row in which `first` is the first bad one.
    private static func search(_ count: Int, first: Int, broken: Set<Int> = []) -> (BisectSearch, measured: Int) {
        var search = BisectSearch(count: count)
        var measured = 0
        while let next = search.next {
            if broken.contains(next) {
                search.skip(next)
            } else {
                measured += 1
                if next >= first { search.bad(next) } else { search.good(next) }
            }
        }
        return (search, measured)
    }

    @Test func `Each of 32 revisions is found with five measured ones`() {
        for first in 0..<32 {
            let (found, measured) = Self.search(32, first: first)
            #expect(found.suspects == first...first)
            #expect(measured <= 5)
        }
    }

    @Test func `Revisions that cannot be tried are passed by, and cost one more measured one at most`() {
        for seed in 0..<200 {
            let broken = Set((0..<8).map { ($0 * $0 * 5 + $0 * seed + seed * 7) % 31 })
            let first = seed * 13 % 32
            let (found, measured) = Self.search(32, first: first, broken: broken)
            // The last of the suspects is the first that could be tried.
            let expected = (first..<32).first { !broken.contains($0) }
            #expect(found.suspects.upperBound == expected, "\(seed)")
            #expect(found.suspects.dropLast().allSatisfy(broken.contains), "\(seed)")
            #expect(measured <= 6, "\(seed)")
        }
    }

    @Test func `Skipped neighbours stay among the suspects`() {
        let (found, _) = Self.search(8, first: 4, broken: [3, 4, 5])
        #expect(found.suspects == 3...6)
    }

    @Test func `After a skipped middle, the next one is not beside it`() {
        var search = BisectSearch(count: 32)
        #expect(search.next == 15)
        search.skip(15)
        #expect(search.next.map { abs($0 - 15) > 1 && abs($0 - 15) < 5 } == true)
    }

    @Test func `The number of further measured revisions falls to none`() {
        var search = BisectSearch(count: 32)
        #expect(search.remaining == 5)
        search.bad(15)
        #expect(search.remaining == 4)
        for index in 0..<15 { search.good(index) }
        #expect(search.remaining == 0 && search.next == nil)
    }

    @Test func `A single revision needs no search`() {
        let search = BisectSearch(count: 1)
        #expect(search.next == nil && search.suspects == 0...0)
    }
}
