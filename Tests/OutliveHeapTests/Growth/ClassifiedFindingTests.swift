import OutliveModel
import Testing

@testable import OutliveJudgement

private func finding(
    _ type: String, tier: Tier = .heap, offset: UInt64, line: Int? = nil, column: Int? = nil,
    live: [Int] = [0, 1, 2, 3],
    bytes: Int = 32, verdict: Verdict = .leak, function: String = "App.load() -> ()"
) -> Finding {
    var frame = Frame(module: "/opt/app", buildID: "c0ffee", offset: offset)
    if let line {
        frame.symbols = [Symbol(function: function, file: "/src/Sources/App/Load.swift", line: line, column: column)]
    }
    return Finding(
        tier: tier, verdict: verdict,
        key: ComponentKey(
            name: type, type: type, site: RegistrationSite(fileID: "app+0x\(offset)", line: 0, column: 0)),
        births: [Birth(generation: 1, count: 1), Birth(generation: 2, count: 2)], live: live, warmup: 1, bytes: bytes,
        backtrace: Backtrace(frames: [Frame(module: "/usr/lib/libswiftCore.so", buildID: nil, offset: 1), frame]))
}

private func classified(_ findings: [Finding]) -> [Finding] {
    ClassifiedFindings(NamedFindings(findings: findings)).findings
}

@Suite struct ClassifiedFindingTests {
    @Test func `A finding gets file and line of its allocation`() {
        let found = classified([finding("App.Session", offset: 16, line: 12, column: 7)])
        #expect(found.map(\.key.site.description) == ["App/Load.swift:12"])
        #expect(found.map(\.key.site.column) == [7])
    }

    @Test func `Without symbols a site is library and offset`() {
        let found = classified([finding("App.Session", offset: 0x1AB)])
        #expect(found.map(\.key.site.description) == ["app+0x1AB"])
    }

    @Test func `Findings of one type and line are merged`() {
        let found = classified([
            finding("App.Session", offset: 1, line: 12, column: 7, live: [0, 1, 2], bytes: 10),
            finding("App.Session", offset: 2, line: 12, column: 9, live: [0, 2, 4, 6], bytes: 20),
            finding("App.Session", offset: 3, line: 13, bytes: 30),
            finding("App.Other", offset: 4, line: 12, bytes: 40),
        ])
        #expect(found.map(\.key.type) == ["App.Other", "App.Session", "App.Session"])
        #expect(found.map(\.bytes) == [40, 30, 30])
        let merged = found.first { $0.key.type == "App.Session" && $0.key.site.line == 12 }
        #expect(merged?.live == [0, 3, 6, 6])
        #expect(merged?.births == [Birth(generation: 1, count: 2), Birth(generation: 2, count: 4)])
        #expect(merged?.backtrace.frames.last?.offset == 2)
    }

    @Test func `Findings that differ only in their tests keep their order`() {
        let findings = (10..<30).map { number in
            var found = finding("App.Session", offset: 1, line: 12)
            found.tests = [LeakingTest(name: "test\(number)()", module: "AppTests", certain: true)]
            return found
        }
        #expect(classified(findings).map(\.tests) == findings.map(\.tests))
    }

    @Test func `The worst verdict comes first, with the registry's findings before the heap's`() {
        let registered = finding("App.Registered", tier: .registry, offset: 1, line: 5)
        let retained = finding("App.Cache", tier: .registry, offset: 1, line: 5, verdict: .retained)
        let found = classified([
            retained, finding("Swift._StringStorage", offset: 2, bytes: 5_000),
            finding("App.Small", offset: 3, bytes: 1),
            registered, finding("App.Large", offset: 4, bytes: 2),
        ])
        #expect(
            found.map(\.key.type) == [
                "App.Registered", "App.Large", "App.Small", "Swift._StringStorage", "App.Cache",
            ])
        #expect(found.first == registered)
        #expect(found.last == retained)
    }

    @Test func `Allocations at lines of the program precede those of libraries, at any size`() {
        let found = classified([
            finding("Swift.Large", offset: 1, bytes: 9_000), finding("Swift.Named", offset: 2, line: 3, bytes: 1),
            finding("App.Unnamed", offset: 3, bytes: 1),
        ])
        #expect(found.map(\.key.type) == ["App.Unnamed", "Swift.Named", "Swift.Large"])
    }

    @Test func `An address in no module is not the place of an allocation`() {
        var lost = finding("App.Session", offset: 0x1AB)
        lost.backtrace.frames.insert(Frame(module: "", buildID: nil, offset: 0x7FFF), at: 0)
        var nowhere = finding("App.Lost", offset: 1)
        nowhere.backtrace.frames = [Frame(module: "", buildID: nil, offset: 0x7FFF)]
        let found = classified([lost, nowhere])
        #expect(Set(found.map(\.key.site.description)) == ["app+0x1AB", "unknown place"])
    }

    @Test func `Repeated settling changes nothing`() {
        let once = classified([
            finding("App.Session", offset: 1, line: 12), finding("App.Session", offset: 2, line: 12),
        ])
        #expect(once.count == 1)
        #expect(classified(once) == once)
    }
}
