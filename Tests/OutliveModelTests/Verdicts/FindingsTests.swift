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

struct FindingsTests {
    @Test func `Growing, bounded, late and declared components differ, worst first`() {
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

    @Test func `A finding has what was alive at the end only, and the newest stack`() throws {
        let found = findings(
            in: reports(4) { $0 < 4 ? [survivor(key("Session"), [$0: 2], offset: UInt64($0))] : [] }, warmup: 0)
        let finding = try #require(found.first)
        #expect(found.count == 1)
        #expect(finding.live == [2, 2, 2, 0])
        #expect(finding.births.isEmpty)
        #expect(finding.backtrace.frames.first?.offset == 3)
    }

    @Test func `Names that are unique to each object are one leak`() throws {
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
    func `Repeated generations and impossible counts are accepted without a trap`() throws {
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

    @Test func `A store that has filled up does not hide that names unique to each object grow`() {
        let found = findings(
            in: reports(12) { generation in
                let requests = (1...generation).map { survivor(key("Request \($0)", type: "App.Request"), [$0: 1]) }
                return requests + [survivor(key("Pool", type: "App.Request"), [1: min(generation, 5)])]
            }, warmup: 2)
        #expect(found.map(\.verdict) == [.leak])
        #expect(found.map(\.key.name) == ["App.Request"])
    }

    @Test func `Names of one type that grow separately are separate`() {
        let found = findings(
            in: reports(6) { _ in ["A", "B"].map { survivor(key($0, type: "App.Store"), [1: 1]) } }, warmup: 2)
        #expect(found.map(\.key.name) == ["A", "B"])
        #expect(found.allSatisfy { $0.verdict == .retained })
    }

    @Test func `A name that grows by itself is reported, not its type`() {
        let found = findings(
            in: reports(6) { generation in
                [survivor(key("A", type: "App.Store"), [1: generation]), survivor(key("B", type: "App.Store"), [1: 1])]
            }, warmup: 2)
        #expect(found.map(\.key.name) == ["A", "B"])
        #expect(found.map(\.verdict) == [.leak, .retained])
    }

    @Test func `The same type at two sites is two findings`() {
        let found = findings(
            in: reports(6) { [survivor(key("A", line: 1), [1: $0]), survivor(key("A", line: 2), [1: 1])] }, warmup: 2)
        #expect(found.map(\.verdict) == [.leak, .retained])
        #expect(found.map(\.key.site.line) == [1, 2])
    }

    @Test func `The order of findings is always the same`() {
        let some = reports(6) { _ in (1...20).map { survivor(key("N\($0)", line: $0), [1: 1]) } }
        let first = findings(in: some, warmup: 2)
        for _ in 0..<5 { #expect(findings(in: some, warmup: 2) == first) }
    }

    @Test func `No report gives no findings`() {
        #expect(findings(in: [], warmup: 2).isEmpty)
    }
}

struct IncarnationsTests {
    private let growing = { (generation: Int) in [survivor(key("Timer"), [1: generation])] }
    private let bounded = { (_: Int) in [survivor(key("Timer"), [1: 1])] }

    @Test func `A leak that only a shorter process showed is kept`() {
        let found = findings(inEach: [reports(6, alive: growing), reports(20, alive: bounded)], warmup: 2)
        #expect(found.map(\.verdict) == [.leak])
        #expect(found[0].live.count == 6)
    }

    @Test func `Of equal verdicts the longest process gives the evidence`() {
        let found = findings(inEach: [reports(6, alive: growing), reports(20, alive: growing)], warmup: 2)
        #expect(found.map(\.live.count) == [20])
    }

    @Test func `A component bounded in the longest process is no suspect`() {
        let found = findings(inEach: [reports(1, alive: bounded), reports(20, alive: bounded)], warmup: 2)
        #expect(found.map(\.verdict) == [.retained])
    }

    @Test func `A component missing from the longest process is still a suspect`() {
        let found = findings(inEach: [reports(1, alive: bounded), reports(20, alive: { _ in [] })], warmup: 2)
        #expect(found.map(\.verdict) == [.suspect])
    }

    @Test func `Growth over several short processes is not added up`() {
        let found = findings(inEach: [reports(2, alive: growing), reports(2, alive: growing)], warmup: 2)
        #expect(found.map(\.verdict) == [.suspect])
    }
}
