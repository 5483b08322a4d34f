internal import OutliveModel

/// The contents of containers after each cycle, by type and allocation site.
///
/// A container that only gets larger does not change the number of objects.
struct ContainerSeries {
    /// The maximum number of containers of one type and site whose contents are judged together.
    static let maximumContainers = 8
    /// The number of measured cycles that is sufficient evidence that the same container grows in all of them.
    private static let enoughCycles = 20

    private struct Sum {
        var count = 0
        var contents = ContainerContents(used: 0, capacity: 0)
        /// The cycle in which the newest container was allocated.
        var newest = 0
        var stack: Int?

        mutating func add(_ row: HeapRow) {
            count += row.count
            contents = .sum(contents, row.contents ?? ContainerContents(used: row.bytes, capacity: row.bytes))!
            if row.birth >= newest || stack == nil { (newest, stack) = (row.birth, row.stack) }
        }
    }

    private let censuses: [HeapCensus]
    private let warmup: Int
    private let ends: CycleEnds
    private let cycles: [[TypeAndSite: Sum]]

    /// Creates the series of a process from the census after its launch and one for each cycle.
    ///
    /// All containers count, even new ones of the cycle that just ended: a growing container is reallocated from time
    /// to time.
    init(_ censuses: [HeapCensus], warmup: Int, ends: CycleEnds = CycleEnds()) {
        (self.censuses, self.warmup, self.ends) = (censuses, warmup, ends)
        cycles = censuses.dropFirst().map { census in
            let sites = census.sites
            return census.rows.reduce(into: [:]) { sums, row in
                guard row.state == .alive, row.contents != nil || row.type.kind == .raw else { return }
                sums[TypeAndSite(row, sites), default: Sum()].add(row)
            }
        }
    }

    /// The findings of containers whose contents grow, not classified yet; each has the backtrace of the newest
    /// container.
    var findings: [Finding] {
        guard let last = cycles.last, let census = censuses.last else { return [] }
        return last.compactMap { key, sum in
            let sums = cycles.map { $0[key] ?? Sum() }
            guard isGrowth(sums, isRaw: key.type == HeapType.rawMemory.description) else { return nil }
            return Finding(
                tier: .heap, verdict: .leak, key: ComponentKey(name: key.type, type: key.type, site: key.site),
                births: [Birth(generation: sum.newest, count: sum.count)], live: sums.map(\.contents.used),
                warmup: min(warmup, sums.count), unit: .bytes, bytes: sum.contents.capacity,
                backtrace: sum.stack.map { census.stacks[$0] } ?? Backtrace())
        }
    }

    private func isGrowth(_ sums: [Sum], isRaw: Bool) -> Bool {
        let measured = sums.dropFirst(warmup)
        let third = max(measured.count / 3, 1)
        let (first, last) = (measured.prefix(third), measured.suffix(third))
        guard measured.count >= LiveSeries.risesForLeak,
            measured.allSatisfy({ (1...Self.maximumContainers).contains($0.count) }),
            let maximum = first.map(\.count).max(), last.allSatisfy({ $0.count <= maximum })
        else { return false }
        let used = sums.map(\.contents.used)
        if isRaw, sums.allSatisfy({ $0.count == 1 }), used.doublesAtSteadyRate(after: warmup) { return true }
        guard LiveSeries(counts: used, warmup: warmup).verdict(lifetime: .untilReset) == .leak,
            used.risesToTheEnd(after: warmup), !slowsDown(measured)
        else { return false }
        // The used part of a raw block is unknown; the only evidence is that the block never shrinks.
        if isRaw { return zip(measured, measured.dropFirst()).allSatisfy { $0.contents.used <= $1.contents.used } }
        // Contents that vary within a fixed capacity are bounded.
        guard let before = first.map(\.contents.capacity).max(), let after = last.map(\.contents.capacity).min() else {
            return false
        }
        return after > before && isKept(measured)
    }

    /// Returns `true` if the second half of the measured cycles adds less than half as much as the first, as in a store
    /// that fills up.
    private func slowsDown(_ measured: ArraySlice<Sum>) -> Bool {
        guard let first = measured.first?.contents.used, let last = measured.last?.contents.used else { return false }
        let middle = measured[measured.startIndex + measured.count / 2].contents.used
        return (last - middle) * 2 < middle - first
    }

    /// Returns `true` if the container of one cycle is probably the next one's.
    ///
    /// A container that is emptied and refilled in each cycle may happen to contain slightly more each time.
    private func isKept(_ measured: ArraySlice<Sum>) -> Bool {
        if measured.count >= Self.enoughCycles { return true }
        return zip(measured.indices.dropFirst(), zip(measured, measured.dropFirst())).count { index, pair in
            // The index of a cycle in the series is one less than its number.
            pair.1.contents.used > pair.0.contents.used && pair.1.newest <= ends.end(of: index)
        } >= 2
    }
}

extension [Int] {
    /// Returns `true` if a block grows like a buffer to which each cycle adds about as much.
    ///
    /// Such a buffer moves to a block of up to twice its size when it is full, so the times between the moves are
    /// proportional to what fits in between. At least three moves must be seen, two of them after the warm-up, and the
    /// next must not be overdue. A buffer that fits the largest message so far, or is emptied at a limit, moves early,
    /// and then no more.
    func doublesAtSteadyRate(after warmup: Int) -> Bool {
        let moves = indices.dropFirst().filter { self[$0] != self[$0 - 1] }
        let measured = moves.filter { $0 >= warmup }
        guard moves.allSatisfy({ self[$0] > self[$0 - 1] }), measured.count >= 2, moves.count >= 3,
            measured.allSatisfy({ Double(self[$0]) <= 2.5 * Double(self[$0 - 1]) }),
            let first = moves.first, let latest = moves.last, let size = last
        else { return false }
        // A block is full when it is replaced.
        let perCycle = Double(self[latest - 1] - self[first - 1]) / Double(latest - first)
        func cycles(from full: Int, to size: Int) -> Double { Double(size - full) / perCycle }
        let fits = zip(moves, moves.dropFirst()).allSatisfy { move, next in
            let expected = cycles(from: self[move - 1], to: self[next - 1])
            return abs(expected - Double(next - move)) <= Swift.max(1, expected / 4)
        }
        return fits && Double(count - 1 - latest) <= cycles(from: self[latest - 1], to: size) + 1
    }
}
