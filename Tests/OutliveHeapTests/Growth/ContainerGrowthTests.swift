import OutliveHeap
import OutliveModel
import Testing

/// One container after a cycle.
private struct Held {
    var used: Int
    var capacity: Int
    /// The cycle in which its storage was made.
    var birth = 0
    var count = 1
}

private let samples = "Swift._ContiguousArrayStorage<(begin: Swift.UInt64, microseconds: Swift.Double)>"

/// The censuses of a process with one container, after the launch and after each of `cycles` cycles.
private func censuses(_ cycles: Int, type: String = samples, held: (Int) -> Held?) -> [HeapCensus] {
    (0...cycles).map { cycle in
        var census = HeapCensus(processID: 1, cycle: cycle)
        census.stacks = [Backtrace(frames: [Frame(module: "/opt/app", buildID: nil, offset: 0x100)])]
        guard let held = held(cycle) else { return census }
        census.rows = [
            HeapRow(
                type: HeapType(described: type), stack: 0, birth: held.birth, count: held.count, bytes: held.capacity,
                contents: type == "raw memory" ? nil : ContainerContents(used: held.used, capacity: held.capacity))
        ]
        return census
    }
}

/// The smallest power of two that is not below a number.
private func room(for used: Int) -> Int {
    var room = 64
    while room < used { room *= 2 }
    return room
}

/// An array that gets `bytes` longer with each cycle, and moves when it is full.
private func growing(_ cycle: Int, by bytes: Int = 640) -> Held {
    let births = (0...cycle).filter { $0 == 0 || room(for: $0 * bytes) > room(for: ($0 - 1) * bytes) }
    return Held(used: cycle * bytes, capacity: room(for: cycle * bytes), birth: births.last ?? 0)
}

@Suite struct ContainerGrowthTests {
    @Test func `An array that only gets longer is a leak, although its storage doubles`() throws {
        let growth = HeapGrowth(censuses(12) { growing($0) }, warmup: 2)
        let finding = try #require(growth.findings.first)
        #expect(growth.findings.count == 1)
        #expect(finding.verdict == .leak && finding.tier == .heap && finding.unit == .bytes)
        #expect(finding.key.type == samples && finding.key.site.description == "app+0x100")
        #expect(finding.live == (1...12).map { 640 * $0 })
        #expect(finding.bytes == 8_192)
        #expect(finding.count == 1)
    }

    @Test func `An array that drops its old half when it is full does not grow`() {
        for added in 30...70 {
            var length = 0
            let series = (0...12).map { _ in
                for _ in 0..<added {
                    length += 1
                    if length > 100 { length -= 50 }
                }
                return length
            }
            let growth = HeapGrowth(
                censuses(12) { Held(used: 16 * series[$0], capacity: 2_048, birth: 0) }, warmup: 2)
            #expect(growth.findings.isEmpty, "\(added) each cycle")
        }
    }

    @Test func `A store that is emptied when it is full does not grow, at any fill level`() {
        for added in 101...220 {
            var length = 0
            let held = (0...12).map { cycle in
                for _ in 0..<added {
                    length += 1
                    if length > 100 { length = 0 }
                }
                return Held(used: 16 * length, capacity: room(for: 16 * length), birth: cycle)
            }
            let growth = HeapGrowth(censuses(12) { held[$0] }, warmup: 2)
            #expect(growth.findings.isEmpty, "\(added) each cycle")
        }
    }

    @Test func `A store that fills up does not grow`() {
        let growth = HeapGrowth(
            censuses(12) { cycle in
                let used = 4_096 - 4_096 >> cycle
                return Held(used: used, capacity: room(for: used))
            }, warmup: 2)
        #expect(growth.findings.isEmpty)
    }

    @Test func `Containers whose number grows are judged by their number`() {
        let growth = HeapGrowth(
            censuses(12) { cycle in
                Held(used: 640 * (cycle + 1), capacity: 1_024 * (cycle + 1), birth: 1, count: cycle + 1)
            }, warmup: 2)
        #expect(growth.findings.isEmpty)
    }

    @Test func `An array that each cycle copies is judged after enough cycles`() {
        func copied(_ cycle: Int) -> Held { Held(used: 640 * cycle, capacity: 640 * cycle + 32, birth: cycle) }
        #expect(HeapGrowth(censuses(12, held: copied), warmup: 2).findings.isEmpty)
        #expect(HeapGrowth(censuses(22, held: copied), warmup: 2).findings.map(\.unit) == [.bytes])
    }

    @Test func `A raw buffer that realloc enlarges is a leak, and one that shrinks again is not`() throws {
        let longer = HeapGrowth(
            censuses(12, type: "raw memory") { Held(used: 0, capacity: 4_096 * ($0 + 1)) }, warmup: 2)
        let finding = try #require(longer.findings.first)
        #expect(finding.unit == .bytes && finding.key.name == "memory from app")
        let moving = HeapGrowth(
            censuses(12, type: "raw memory") { Held(used: 0, capacity: 4_096 * ($0 + 1 - ($0 == 7 ? 2 : 0))) },
            warmup: 2)
        #expect(moving.findings.isEmpty)
    }

    /// A raw buffer of powers of two, with the header of the allocator.
    private func buffer(_ cycles: Int = 12, used: (Int) -> Int) -> HeapGrowth {
        // It never shrinks, because it is emptied and not released.
        var sizes: [Int] = []
        for cycle in 0...cycles { sizes.append(max(room(for: used(cycle)) + 8, sizes.last ?? 0)) }
        return HeapGrowth(
            censuses(cycles, type: "raw memory") { Held(used: 0, capacity: sizes[$0], birth: $0) }, warmup: 2)
    }

    @Test(arguments: [650, 800, 1_000, 1_030, 1_300, 1_500, 2_000, 40_000])
    func `A raw buffer that doubles whenever it is full is a leak, at any rate`(added: Int) throws {
        for start in [0, added / 2] {
            let growth = buffer { start + added * $0 }
            #expect(growth.findings.map(\.verdict) == [.leak], "\(start) + \(added)")
            #expect(growth.findings.map(\.unit) == [.bytes])
        }
        #expect(buffer(30) { added * $0 }.findings.map(\.verdict) == [.leak])
    }

    @Test func `A raw buffer that is emptied at its limit, or fits the largest message so far, does not grow`() {
        for added in stride(from: 700, through: 2_000, by: 100) {
            #expect(buffer { min(added * $0, 4_096) }.findings.isEmpty, "\(added)")
            #expect(buffer(40) { min(added * $0, 9_000) }.findings.isEmpty, "\(added)")
        }
        let largest = [100, 900, 900, 900, 900, 2_500, 2_500, 2_500, 5_000, 5_000, 5_000, 5_000, 5_000]
        #expect(buffer { largest[$0] }.findings.isEmpty)
        // One message of an unusual size.
        #expect(buffer { $0 < 5 ? 100 * $0 : $0 < 8 ? 900 : 90_000 }.findings.isEmpty)
    }

    @Test func `Of several raw blocks, none is known to double`() {
        let growth = HeapGrowth(
            censuses(12, type: "raw memory") { Held(used: 0, capacity: 2 * room(for: 1_000 * $0), count: 2) },
            warmup: 2)
        #expect(growth.findings.isEmpty)
    }
}
