import OutliveHeap
import OutliveModel
import Testing

/// The objects of one type that a program keeps, each with its allocation site and cycle of birth.
private struct Kept: Hashable {
    var site: UInt64
    var birth: Int
}

/// Runs a program that changes its store in each cycle, and judges the censuses after the launch and each cycle.
private func judged(
    _ cycles: Int, births: HeapGrowth.Births = .recorded, change: (_ cycle: Int, _ store: inout [Kept]) -> Void
) -> HeapGrowth {
    var store: [Kept] = []
    let censuses = (0...cycles).map { cycle in
        change(cycle, &store)
        var census = HeapCensus(processID: 1, cycle: cycle)
        let groups = Dictionary(grouping: store) { $0 }.sorted {
            ($0.key.site, $0.key.birth) < ($1.key.site, $1.key.birth)
        }
        for (kept, objects) in groups {
            census.stacks.append(Backtrace(frames: [Frame(module: "/opt/app", buildID: nil, offset: kept.site)]))
            census.rows.append(
                HeapRow(
                    type: HeapType(name: "App.Query", kind: .object), stack: census.stacks.count - 1, birth: kept.birth,
                    count: objects.count, bytes: 48 * objects.count))
        }
        return census
    }
    return HeapGrowth(censuses, warmup: 2, births: births)
}

/// A ring of `size` places: one line fills it, another overwrites it.
private struct Ring {
    let size: Int
    var next = 0

    mutating func add(_ cycle: Int, to store: inout [Kept]) {
        if store.count < size {
            store.append(Kept(site: 0x100, birth: cycle))
        } else {
            store[next % size] = Kept(site: 0x200, birth: cycle)
            next += 1
        }
    }
}

/// The other objects of a type that a busy program has: temporary ones, whose number varies.
private let varying = [3, 9, 4, 8, 2, 9, 5, 7, 1, 9, 4, 8, 3, 6, 2, 9, 5, 7, 1, 8, 4, 9, 2, 6, 3]

@Suite struct BoundedStoreTests {
    @Test(arguments: [40, 60, 80, 100])
    func `A ring that is overwritten by another line than fills it does not leak, from a few cycles later`(size: Int) {
        for added in 8...16 {
            for cycles in (size / added + 5)...24 {
                var ring = Ring(size: size)
                let growth = judged(cycles) { cycle, store in
                    guard cycle > 0 else { return }
                    for _ in 0..<added { ring.add(cycle, to: &store) }
                }
                #expect(growth.findings.isEmpty, "\(added) each cycle, \(cycles) cycles")
            }
        }
    }

    @Test func `A ring that is still filling looks the same as a leak`() {
        var ring = Ring(size: 1_000)
        let growth = judged(12) { cycle, store in for _ in 0..<12 { ring.add(cycle, to: &store) } }
        #expect(growth.findings.map(\.verdict) == [.leak])
    }

    @Test func `A leak beside a store of the same type that is emptied is found`() {
        // The store is emptied at once, slowly, or not at all, and its objects come and go.
        for drain in [0, 1, 3, 60] {
            let growth = judged(12) { cycle, store in
                if cycle == 0 { store = (0..<60).map { _ in Kept(site: 0x100, birth: 0) } }
                store.removeAll { $0.site == 0x300 }
                store += Array(repeating: Kept(site: 0x300, birth: cycle), count: varying[cycle])
                if cycle > 3 {
                    for _ in 0..<drain {
                        if let place = store.firstIndex(where: { $0.site == 0x100 }) { store.remove(at: place) }
                    }
                }
                store += Array(repeating: Kept(site: 0x200, birth: cycle), count: 12)
            }
            #expect(growth.findings.map(\.key.site.description) == ["app+0x200"], "\(drain) released each cycle")
        }
    }

    @Test(arguments: [HeapGrowth.Births.recorded, .byAddress])
    func `A cache of two generations does not leak, at any rate`(births: HeapGrowth.Births) {
        for added in 6...20 {
            for cycles in (100 / added + 4)...24 {
                var (young, old): ([Kept], [Kept]) = ([], [])
                let growth = judged(cycles, births: births) { cycle, store in
                    for _ in 0..<added {
                        young.append(Kept(site: 0x100, birth: cycle))
                        if young.count >= 50 { (young, old) = ([], young) }
                    }
                    store = young + old
                }
                #expect(growth.findings.isEmpty, "\(added) each cycle, \(cycles) cycles")
            }
        }
    }

    @Test func `A leak at the line that also fills a cache is found`() {
        for leaked in 1...4 {
            var (young, old, kept): ([Kept], [Kept], [Kept]) = ([], [], [])
            let growth = judged(24) { cycle, store in
                for _ in 0..<10 {
                    young.append(Kept(site: 0x100, birth: cycle))
                    if young.count >= 30 { (young, old) = ([], young) }
                }
                kept += Array(repeating: Kept(site: 0x100, birth: cycle), count: 4 * leaked)
                store = young + old + kept
            }
            #expect(growth.findings.map(\.verdict) == [.leak], "\(leaked) each cycle")
        }
    }

    @Test func `A leak that is freed in part is found`() {
        // Every third cycle releases a half of the objects, of all ages.
        let growth = judged(24) { cycle, store in
            if cycle % 5 == 4 { store = store.enumerated().filter { $0.offset % 5 > 1 }.map(\.element) }
            store += Array(repeating: Kept(site: 0x100, birth: cycle), count: 4 * (cycle + 1))
        }
        #expect(growth.findings.map(\.verdict) == [.leak])
    }

    @Test func `A leak that begins late, where other objects come and go, is found`() {
        let growth = judged(24) { cycle, store in
            store.removeAll { $0.site == 0x100 && $0.birth < cycle - 1 && $0.birth != 0 && $0.birth < 12 }
            store += Array(repeating: Kept(site: 0x100, birth: cycle), count: cycle < 12 ? varying[cycle] : 10)
        }
        #expect(growth.findings.map(\.verdict) == [.leak])
    }

    @Test func `Another site that varies in turn hides no leak`() {
        let growth = judged(12) { cycle, store in
            store.removeAll { $0.site != 0x100 }
            store += Array(repeating: Kept(site: 0x200, birth: cycle - 1), count: cycle % 2 == 0 ? 20 : 0)
            store += Array(repeating: Kept(site: 0x300, birth: cycle - 1), count: cycle % 2 == 0 ? 0 : 20)
            store += Array(repeating: Kept(site: 0x100, birth: cycle), count: 2)
        }
        #expect(growth.findings.map(\.key.site.description) == ["app+0x100"])
    }
}
