import OutliveHeap
import OutliveModel
import Testing

/// Groups of live objects of one type and site, by hand.
private struct Alive {
    var type: String
    var offset: UInt64 = 0x100
    var births: [Int: Int]
    var state = HeapRow.State.alive
    var kind = HeapType.Kind.object
    var module = "/opt/app"
}

/// The census after the launch and those of `cycles` cycles.
private func censuses(_ cycles: Int, alive: (Int) -> [Alive]) -> [HeapCensus] {
    (0...cycles).map { cycle in
        var census = HeapCensus(processID: 1, cycle: cycle)
        for group in alive(cycle) {
            census.stacks.append(
                Backtrace(frames: [
                    Frame(module: "/usr/lib/libswiftCore.so", buildID: nil, offset: 0x5),
                    Frame(module: group.module, buildID: nil, offset: group.offset),
                ]))
            for (birth, count) in group.births.sorted(by: { $0.key < $1.key }) {
                census.rows.append(
                    HeapRow(
                        type: HeapType(name: group.type, kind: group.kind), stack: census.stacks.count - 1,
                        birth: birth,
                        state: group.state, count: count, bytes: 32 * count))
            }
        }
        return census
    }
}

/// As many born in each cycle before and in `cycle`.
private func each(_ count: Int, to cycle: Int) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: (0...cycle).map { ($0, count) })
}

@Suite struct HeapGrowthTests {
    @Test func `Objects that every cycle leaves are a leak, with site, bytes and births`() throws {
        let growth = HeapGrowth(censuses(6) { [Alive(type: "App.Session", births: each(2, to: $0))] }, warmup: 2)
        let finding = try #require(growth.findings.first)
        #expect(growth.findings.count == 1)
        #expect(finding.tier == .heap && finding.verdict == .leak)
        #expect(finding.key.name == "App.Session" && finding.key.type == "App.Session")
        #expect(finding.key.site.description == "app+0x100")
        // Born in cycles 2 to 5; what cycle 6 made may go with the next reset.
        #expect(finding.live == [0, 0, 2, 4, 6, 8])
        #expect(finding.count == 8)
        #expect(finding.bytes == 256)
        #expect(finding.births.map(\.generation) == [2, 3, 4, 5])
        #expect(growth.retainedTypes == 0 && growth.notes.isEmpty)
    }

    @Test func `A pool that is replaced little by little does not leak where births are known by address alone`() {
        // The objects of the pool that were replaced since the warm-up, and the others.
        let replaced = [0, 0, 0, 27, 54, 67, 87, 96, 107, 111, 115, 118, 120, 121, 122]
        let all = [130, 128, 131, 129, 128, 130, 126, 129, 127, 128, 125, 132, 133, 131, 134]
        let pool = censuses(14) { cycle in
            [Alive(type: "App.Parcel", births: [0: all[cycle] - replaced[cycle], 2: replaced[cycle]])]
        }
        #expect(HeapGrowth(pool, warmup: 2).findings.map(\.verdict) == [.leak])
        #expect(HeapGrowth(pool, warmup: 2, births: .byAddress).findings.isEmpty)
        // With the same fluctuation, ten more in each cycle.
        let leak = censuses(14) { cycle in
            [Alive(type: "App.Parcel", births: [0: all[cycle] - replaced[cycle], 2: replaced[cycle] + 10 * cycle])]
        }
        #expect(HeapGrowth(leak, warmup: 2, births: .byAddress).findings.map(\.verdict) == [.leak])
    }

    @Test func `A pool that is replaced ever more slowly does not leak where births are known by address alone`() {
        // Of 100 objects, those that the current cycle replaced are no old ones: the number of old ones rises.
        let pool = censuses(8) { cycle in
            let replaced = 80 - 10 * cycle
            let old = (100 - replaced) / 2
            let births = [(0, 100 - replaced - old), (2, old), (cycle, replaced)]
            return [Alive(type: "App.Parcel", births: Dictionary(births, uniquingKeysWith: +))]
        }
        #expect(HeapGrowth(pool, warmup: 2, births: .byAddress).findings.isEmpty)
    }

    @Test(
        arguments: [
            ([1, 2, 3, 4], true), ([1, 2, 4, 3], false), ([1, 2, 3, 5, 4], false), ([1, 2, 3, 4, 5, 6], true),
            ([1, 2, 4, 3, 5, 6], true), ([2, 1, 4, 3, 5, 6], false), ([0, 0, 0, 1, 1, 1, 2, 2, 2, 3], true),
            ([5, 3, 6, 4, 7, 5, 8, 6, 9, 10], false), ([1, 3, 2, 5, 4, 7, 6, 9, 8, 11], true),
            ([4, 4, 4, 4, 4, 4], false),
        ] as [([Int], Bool)])
    func `A rise is significant if chance would rarely give it`(numbers: [Int], isSignificant: Bool) {
        #expect(numbers.risesSignificantly == isSignificant)
    }

    @Test func `A replaced bounded store, and state of one cycle, are counted and not listed`() {
        let growth = HeapGrowth(
            censuses(8) { cycle in
                [
                    Alive(type: "App.Cached", births: Dictionary((max(cycle - 3, 0)...cycle).map { ($0, 1) }) { $1 }),
                    Alive(type: "App.Current", births: [cycle: 5]),
                    Alive(type: "App.Once", births: cycle < 5 ? [:] : [5: 10]),
                    Alive(type: "App.Launch", births: [0: 100]),
                ]
            }, warmup: 4)
        #expect(growth.findings.isEmpty)
        #expect(growth.retainedTypes == 2)
    }

    @Test func `A store that replaces the content of its warm-up does not grow`() {
        let growth = HeapGrowth(
            censuses(12) { cycle in
                [
                    Alive(
                        type: "App.Page",
                        births: Dictionary((max(cycle - 20, 0)...cycle).map { ($0, 1) }) { $1 }
                            .merging([0: max(20 - cycle, 0)]) { $1 })
                ]
            }, warmup: 2)
        #expect(growth.findings.isEmpty)
        #expect(growth.retainedTypes == 1)
    }

    @Test func `Numbers that go up and down in turn are no growth`() {
        let sizes = [0, 3, 1, 4, 2, 5, 1, 4, 2, 5, 3]
        let growth = HeapGrowth(
            censuses(10) { cycle in [Alive(type: "App.Pooled", births: [max(cycle - 1, 0): sizes[cycle]])] }, warmup: 2)
        #expect(growth.findings.isEmpty)
        #expect(growth.retainedTypes == 1)
    }

    @Test func `A leak beside varying numbers is found`() throws {
        let noise = [0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]
        let growth = HeapGrowth(
            censuses(10) { cycle in
                var births = each(1, to: cycle)
                births[max(cycle - 1, 0), default: 0] += noise[cycle]
                return [Alive(type: "App.Mixed", births: births)]
            }, warmup: 2)
        #expect(growth.findings.map(\.key.type) == ["App.Mixed"])
    }

    @Test func `A type with varying sites is judged as a whole`() throws {
        let growth = HeapGrowth(
            censuses(8) { cycle in
                (0...cycle).map { Alive(type: "App.Request", offset: 0x1000 + UInt64($0), births: [$0: 3]) }
            }, warmup: 2)
        let finding = try #require(growth.findings.first)
        #expect(growth.findings.count == 1)
        #expect(finding.key.type == "App.Request")
        #expect(finding.live == [0, 0, 3, 6, 9, 12, 15, 18])
        #expect(finding.bytes == 18 * 32)
        #expect(!finding.backtrace.frames.isEmpty)
    }

    @Test func `A type grows as a whole if one of its sites goes up and down`() throws {
        let sizes = [0, 1, 2, 1, 2, 1, 3, 1, 2, 1, 2]
        let growth = HeapGrowth(
            censuses(10) { cycle in
                let leaked = (0...cycle).map {
                    Alive(type: "App.Request", offset: 0x1000 + UInt64($0), births: [$0: 3])
                }
                return leaked + [Alive(type: "App.Request", births: [max(cycle - 1, 0): sizes[cycle]])]
            }, warmup: 2)
        #expect(growth.findings.map(\.verdict) == [.leak])
        #expect(growth.findings.first?.key.type == "App.Request")
    }

    @Test func `Objects released before the next census do not count`() {
        let growth = HeapGrowth(censuses(6) { [Alive(type: "App.Late", births: [$0: $0])] }, warmup: 2)
        #expect(growth.findings.isEmpty)
        #expect(growth.retainedTypes == 0)
    }

    @Test func `Deinitialised objects that unowned references keep are a type of their own`() throws {
        let growth = HeapGrowth(
            censuses(6) { cycle in
                [
                    Alive(type: "App.Child", births: each(1, to: cycle), state: .deinitialised),
                    Alive(type: "App.Child", births: [max(cycle - 1, 0): 4]),
                    Alive(type: "App.Bounded", births: [max(cycle - 1, 0): 4], state: .deinitialised),
                ]
            }, warmup: 2)
        let finding = try #require(growth.findings.first)
        #expect(growth.findings.count == 1)
        #expect(finding.key.type == "App.Child (deinitialised, kept by unowned references)")
        #expect(finding.verdict == .leak && finding.live == [0, 0, 1, 2, 3, 4])
        #expect(HeapType(described: finding.key.type).isDeclaredByProgram)
        #expect(growth.retainedTypes == 2)
    }

    /// A store that holds `cap` objects, and gets `rate` in each cycle.
    private func store(cap: Int, rate: Int, cycles: Int) -> HeapGrowth {
        HeapGrowth(
            censuses(cycles) { cycle in
                var births: [Int: Int] = [:]
                for number in max(cycle * rate - cap, 0)..<max(cycle * rate, 1) where cycle > 0 {
                    births[1 + number / rate, default: 0] += 1
                }
                return [Alive(type: "App.Cached", births: births)]
            }, warmup: 2)
    }

    @Test(arguments: [
        (5, 1, 10), (8, 1, 10), (20, 3, 10), (50, 10, 10), (8, 1, 30), (20, 1, 30), (50, 3, 30), (50, 10, 30),
    ])
    func `A store that fills up and then stays the same does not leak`(cap: Int, rate: Int, cycles: Int) {
        let growth = store(cap: cap, rate: rate, cycles: cycles)
        #expect(growth.findings.isEmpty, "\(growth.findings.map(\.live))")
        #expect(growth.retainedTypes == 1)
        // While it fills up, it looks the same as a leak.
        #expect(store(cap: 1000, rate: rate, cycles: cycles).findings.map(\.verdict) == [.leak])
    }

    @Test(arguments: [8, 9, 10, 12, 17, 30, 100])
    func `A slow leak is found if it rises three times, at any starting cycle`(cycles: Int) {
        for period in 1...3 {
            for phase in 0..<period {
                let growth = HeapGrowth(
                    censuses(cycles) { cycle in
                        let births = (1...max(cycle, 1)).filter { $0 <= cycle && $0 % period == phase }
                        let one = Dictionary(uniqueKeysWithValues: births.map { ($0, 1) })
                        return [Alive(type: "App.Slow", births: one)]
                    }, warmup: 2)
                let rises = (2..<cycles).count { $0 % period == phase }
                #expect(growth.findings.count == (rises >= 3 ? 1 : 0), "every \(period), at \(phase): \(rises) rises")
            }
        }
    }

    @Test func `Without stacks only types of the program leak, and a note says why`() {
        var all = censuses(6) { cycle in
            [
                Alive(type: "Swift._StringStorage", births: each(50, to: cycle)),
                Alive(type: "App.Small", births: each(1, to: cycle)),
                Alive(type: "(Swift.Int)", births: each(1, to: cycle), kind: .closure),
                Alive(type: "Swift._ContiguousArrayStorage<App.Small>", births: each(1, to: cycle)),
            ]
        }
        #expect(HeapGrowth(all, warmup: 2).findings.allSatisfy { $0.verdict == .leak })
        for cycle in all.indices {
            all[cycle].stacks = []
            for row in all[cycle].rows.indices { all[cycle].rows[row].stack = nil }
        }
        let growth = HeapGrowth(all, warmup: 2)
        #expect(
            growth.findings.map { "\($0.verdict) \($0.key.type)" } == [
                "leak App.Small", "leak Swift._ContiguousArrayStorage<App.Small>", "suspect Swift._StringStorage",
                "suspect closure (Swift.Int)",
            ])
        #expect(growth.notes.count == 1 && growth.notes[0].hasPrefix("no stacks were captured"))
    }

    @Test func `Growth of objects of the launch and the warm-up is no leak`() {
        let growth = HeapGrowth(
            censuses(6) { cycle in
                [
                    Alive(type: "App.Boot", births: [0: cycle]),
                    Alive(type: "App.Warm", births: [1: cycle]),
                ]
            }, warmup: 2)
        #expect(growth.findings.isEmpty)
        #expect(growth.retainedTypes == 0)
    }

    @Test(arguments: [0, 1, 2, 5])
    func `Too few cycles give suspects`(cycles: Int) {
        let growth = HeapGrowth(
            censuses(cycles) { [Alive(type: "App.Session", births: each(2, to: $0))] }, warmup: 3)
        #expect(growth.findings.isEmpty)
        #expect(growth.notes.count == 1)
        #expect(HeapGrowth([], warmup: 2).notes.count == 1)
    }

    @Test func `Three measured cycles are enough, with at least one of warm-up`() {
        let leaking = censuses(4) { [Alive(type: "App.Session", births: each(1, to: $0))] }
        #expect(HeapGrowth(leaking, warmup: 1).findings.first?.live == [0, 1, 2, 3])
        #expect(HeapGrowth(leaking, warmup: 0) == HeapGrowth(leaking, warmup: 1))
    }

    @Test func `Condensed censuses give the same verdicts`() {
        let all = censuses(10) { cycle in
            [
                Alive(type: "App.Session", births: each(2, to: cycle)),
                Alive(type: "App.Session", offset: 0x300, births: each(1, to: cycle)),
                Alive(type: "App.Zombie", births: each(1, to: cycle), state: .deinitialised),
                Alive(
                    type: "App.Page",
                    births: Dictionary((max(cycle - 20, 0)...cycle).map { ($0, 1) }) { $1 }
                        .merging([0: max(20 - cycle, 0)]) { $1 }),
            ]
        }
        let condensed = all.map { $0.condensed(warmup: 2) }
        #expect(HeapGrowth(condensed, warmup: 2) == HeapGrowth(all, warmup: 2))
        #expect(HeapGrowth(all, warmup: 2).findings.count == 3)
        #expect(condensed.map(\.deinitialised) == all.map(\.deinitialised))
        #expect(condensed.map(\.objects) == all.map(\.objects))
        #expect(condensed.map(\.bytes) == all.map(\.bytes))
        // Launch and warm-up are one row.
        #expect(condensed[10].rows.count { $0.type.name == "App.Page" } == 10)
    }

    @Test func `Types of the program come first, then the most bytes`() {
        let growth = HeapGrowth(
            censuses(6) { cycle in
                [
                    Alive(type: "Swift._StringStorage", births: each(50, to: cycle)),
                    Alive(type: "App.Small", births: each(1, to: cycle)),
                    Alive(type: "Kit.Large", births: each(9, to: cycle)),
                    Alive(type: "(Swift.Int, App.Small)", births: each(2, to: cycle), kind: .closure),
                ]
            }, warmup: 1)
        #expect(
            growth.findings.map(\.key.type) == [
                "Kit.Large", "closure (Swift.Int, App.Small)", "App.Small", "Swift._StringStorage",
            ])
    }
}
