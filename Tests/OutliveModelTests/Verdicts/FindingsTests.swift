import OutliveModel
import Testing

private func key(_ name: String, type: String? = nil, line: Int = 1, lifetime: Lifetime = .untilReset) -> ComponentKey {
    ComponentKey(
        name: name, type: type ?? "App.\(name)",
        site: RegistrationSite(fileID: "App/Main.swift", line: line, column: 5), lifetime: lifetime)
}

private func survivor(_ key: ComponentKey, _ births: [Int: Int], offset: UInt64 = 0) -> Survivor {
    Survivor(
        key: key, births: births.keys.sorted().map { Birth(generation: $0, count: births[$0] ?? 0) },
        backtrace: Backtrace(frames: [Frame(module: "app", buildID: nil, offset: offset)]), retainCount: Int(offset))
}

/// Reports of `cycles` generations, each with the survivors that `alive` names for it.
private func reports(_ cycles: Int, alive: (Int) -> [Survivor], late: (Int) -> [LateFree] = { _ in [] })
    -> [GenerationReport]
{
    (1...cycles).map { GenerationReport(generation: $0, registered: 3, died: 2, survivors: alive($0), late: late($0)) }
}

@Suite("The findings of one process")
struct FindingsTests {
    @Test func `tell growing, bounded, late and declared components apart, worst first`() {
        let declared = key("Log", lifetime: .process(reason: "one log"))
        let found = findings(
            in: reports(6) { generation in
                [
                    survivor(declared, [1: 1]), survivor(key("Cache"), [generation: 4]),
                    survivor(key("Timer"), Dictionary(uniqueKeysWithValues: (1...generation).map { ($0, 1) })),
                ]
            } late: { generation in
                [LateFree(key: key("Queue"), count: 1, seconds: Double(generation) / 10)]
            }, warmup: 2)
        #expect(found.map(\.verdict) == [.leak, .retained, .late, .expected])
        #expect(found.map(\.key.name) == ["Timer", "Cache", "Queue", "Log"])
        #expect(found[0].live == [1, 2, 3, 4, 5, 6])
        #expect(found[0].count == 6)
        #expect(found[1].births == [Birth(generation: 6, count: 4)])
        #expect(found[2].lateSeconds == 0.6)
        #expect(found[2].births.isEmpty)
    }

    @Test func `keep what was alive at the end only, and the newest stack`() throws {
        let found = findings(
            in: reports(4) { $0 < 4 ? [survivor(key("Session"), [$0: 2], offset: UInt64($0))] : [] }, warmup: 0)
        let finding = try #require(found.first)
        #expect(found.count == 1)
        #expect(finding.live == [2, 2, 2, 0])
        #expect(finding.births.isEmpty)
        #expect(finding.backtrace.frames.first?.offset == 3)
    }

    @Test func `report one leak for names that are made up anew for every object`() throws {
        let found = findings(
            in: reports(6) { generation in
                (1...generation).map {
                    survivor(key("Request \($0)", type: "App.Request"), [$0: 1], offset: UInt64($0))
                }
            }, warmup: 2)
        let finding = try #require(found.first)
        #expect(found.count == 1)
        #expect(finding.verdict == .leak)
        #expect(finding.key.name == "App.Request")
        #expect(finding.live == [1, 2, 3, 4, 5, 6])
        #expect(finding.births.map(\.generation) == [1, 2, 3, 4, 5, 6])
        #expect(finding.backtrace.frames.first?.offset == 6)
    }

    @Test
    func `take generations that a program reports twice, and counts that no program has, without a trap`() throws {
        let found = findings(
            in: reports(4) { generation in
                (1...generation).map { number in
                    let births = [1, 1].map { Birth(generation: $0, count: .max) }
                    return Survivor(
                        key: key("Task \(number)", type: "App.Task"), births: births, backtrace: Backtrace())
                }
            }, warmup: 0)
        #expect(found.allSatisfy { $0.count == 1 << 53 })
        #expect(!found.isEmpty)
    }

    @Test func `keep names of one type apart when they do not grow together`() {
        let found = findings(
            in: reports(6) { _ in ["A", "B"].map { survivor(key($0, type: "App.Store"), [1: 1]) } }, warmup: 2)
        #expect(found.map(\.key.name) == ["A", "B"])
        #expect(found.allSatisfy { $0.verdict == .retained })
    }

    @Test func `name the one that leaks, not its type, when a name grows by itself`() {
        let found = findings(
            in: reports(6) { generation in
                [survivor(key("A", type: "App.Store"), [1: generation]), survivor(key("B", type: "App.Store"), [1: 1])]
            }, warmup: 2)
        #expect(found.map(\.key.name) == ["A", "B"])
        #expect(found.map(\.verdict) == [.leak, .retained])
    }

    @Test func `keep the same type at two sites apart`() {
        let found = findings(
            in: reports(6) { [survivor(key("A", line: 1), [1: $0]), survivor(key("A", line: 2), [1: 1])] }, warmup: 2)
        #expect(found.map(\.verdict) == [.leak, .retained])
        #expect(found.map(\.key.site.line) == [1, 2])
    }

    @Test func `come in the same order every time`() {
        let some = reports(6) { _ in (1...20).map { survivor(key("N\($0)", line: $0), [1: 1]) } }
        let first = findings(in: some, warmup: 2)
        for _ in 0..<5 { #expect(findings(in: some, warmup: 2) == first) }
    }

    @Test func `are none of no report`() {
        #expect(findings(in: [], warmup: 2).isEmpty)
    }
}

@Suite("The findings of an instance that was several processes")
struct IncarnationsTests {
    private let growing = { (generation: Int) in [survivor(key("Timer"), [1: generation])] }
    private let bounded = { (_: Int) in [survivor(key("Timer"), [1: 1])] }

    @Test func `keep a leak that only a shorter process showed`() {
        let found = findings(inEach: [reports(6, alive: growing), reports(20, alive: bounded)], warmup: 2)
        #expect(found.map(\.verdict) == [.leak])
        #expect(found[0].live.count == 6)
    }

    @Test func `take the evidence of the longest where verdicts are equal`() {
        let found = findings(inEach: [reports(6, alive: growing), reports(20, alive: growing)], warmup: 2)
        #expect(found.map(\.live.count) == [20])
    }

    @Test func `do not suspect what the longest process saw to be bounded`() {
        let found = findings(inEach: [reports(1, alive: bounded), reports(20, alive: bounded)], warmup: 2)
        #expect(found.map(\.verdict) == [.retained])
    }

    @Test func `still suspect what the longest process did not see`() {
        let found = findings(inEach: [reports(1, alive: bounded), reports(20, alive: { _ in [] })], warmup: 2)
        #expect(found.map(\.verdict) == [.suspect])
    }

    @Test func `do not add up growth over processes, each of which is too short`() {
        let found = findings(inEach: [reports(2, alive: growing), reports(2, alive: growing)], warmup: 2)
        #expect(found.map(\.verdict) == [.suspect])
    }
}
