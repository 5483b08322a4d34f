import OutliveModel
import Testing

@testable import OutliveHeap

/// Which findings go with others.
@Suite struct VictimTests {
    /// A finding whose objects are held in some ways, its fingerprint being its type.
    private func finding(_ type: String, tier: Tier = .heap, verdict: Verdict = .leak, _ traces: LeakTrace...)
        -> Finding
    {
        Finding(
            tier: tier, verdict: verdict,
            key: ComponentKey(
                name: type, type: type, site: RegistrationSite(fileID: "App/Main.swift", line: 1, column: 0)),
            births: [Birth(generation: 1, count: traces.reduce(0) { $0 + $1.objects })], live: [], warmup: 0,
            fingerprint: type, traces: traces)
    }

    private func path(_ steps: String..., cut: Int, objects: Int = 10) -> LeakTrace {
        trace(.path, steps, cut, objects)
    }

    private func trace(_ shape: LeakTrace.Shape, _ steps: [String], _ cut: Int, _ objects: Int = 10) -> LeakTrace {
        LeakTrace(
            shape: shape, steps: steps.map { TraceStep(kind: .object, name: $0) },
            culprit: Culprit(
                name: shape == .unheld ? "over-retain" : "\(steps[cut]).next", step: cut, pattern: .storeWithoutEviction
            ),
            objects: objects)
    }

    private func victims(_ findings: Finding...) -> [String: String] {
        withVictims(findings).reduce(into: [:]) { victims, finding in victims[finding.key.type] = finding.victimOf }
    }

    @Test func `What the culprit refers to leads, and what is behind it goes with it`() {
        let found = victims(
            finding("Content", path("static App", "Session", "Content", cut: 0)),
            finding("Session", path("static App", "Session", cut: 0)),
            finding("Text", path("static App", "Session", "Content", "Text", cut: 0)))
        #expect(found == ["Content": "Session", "Text": "Session"])
    }

    @Test func `A closure that holds the leader goes with it`() {
        #expect(
            victims(
                finding("closure", path("static App", "closure", cut: 1)),
                finding("Session", path("static App", "closure", "Session", cut: 1))) == ["closure": "Session"])
    }

    @Test func `In a cycle the one that the culprit refers to leads`() {
        let found = victims(
            finding("View", trace(.cycle, ["View", "Presenter", "View"], 0)),
            finding("Presenter", trace(.cycle, ["Presenter", "View", "Presenter"], 1)),
            finding("Model", trace(.cycle, ["Presenter", "View", "Presenter", "Model"], 1)))
        #expect(found == ["View": "Presenter", "Model": "Presenter"])
    }

    @Test func `The program's own object leads, though the culprit refers to a closure or a library's`() {
        let found = victims(
            finding("closure (App.Counter)", trace(.cycle, ["closure", "Counter", "closure"], 1)),
            finding("App.Counter", trace(.cycle, ["Counter", "closure", "Counter"], 0)),
            finding(
                "Swift._ContiguousArrayStorage<App.Counter>", trace(.cycle, ["Counter", "closure", "Counter", "[]"], 0))
        )
        #expect(
            found == [
                "closure (App.Counter)": "App.Counter", "Swift._ContiguousArrayStorage<App.Counter>": "App.Counter",
            ])
    }

    @Test func `What was retained too often leads what it holds, and no other that was`() {
        let found = victims(
            finding("Text", trace(.unheld, ["Buffer", "Text"], 0)), finding("Buffer", trace(.unheld, ["Buffer"], 0)),
            finding("Handle", trace(.unheld, ["Handle"], 0)))
        #expect(found == ["Text": "Buffer"])
    }

    @Test func `What is held in another way as well is nobody's victim, but for a stray word`() {
        let session = finding("Session", path("static App", "Session", cut: 0))
        let other = path("static Cache", "Content", cut: 0, objects: 3)
        let content = finding("Content", path("static App", "Session", "Content", cut: 0, objects: 7), other)
        #expect(victims(session, content).isEmpty)
        let stray = path("stack", "Content", cut: 0, objects: 1)
        let mostly = finding("Content", path("static App", "Session", "Content", cut: 0, objects: 9), stray)
        #expect(victims(session, mostly) == ["Content": "Session"])
    }

    @Test func `Of two that the culprit refers to the first leads, and an object rather than its closure or box`() {
        let first = finding("Session", path("static App", "Session", cut: 0))
        let second = finding("Other", path("static App", "Other", cut: 0))
        #expect(victims(first, second) == ["Other": "Session"])
        let closure = finding("closure (App.Counter)", path("static App", "closure", cut: 0))
        let object = finding("App.Counter", path("static App", "Counter", cut: 0))
        #expect(victims(closure, object) == ["closure (App.Counter)": "App.Counter"])
        let box = finding("box of App.Counter", path("static App", "box", cut: 0))
        #expect(
            victims(box, closure, object) == [
                "closure (App.Counter)": "App.Counter", "box of App.Counter": "App.Counter",
            ])
    }

    @Test func `The kind of mistake it looks like tells no culprits apart`() {
        var other = path("static App", "Session", "Content", cut: 0)
        other.culprit?.pattern = .taskNotCancelled
        #expect(
            victims(finding("Session", path("static App", "Session", cut: 0)), finding("Content", other))
                == ["Content": "Session"])
    }

    @Test func `One of another tier, or that is no leak, is nobody's victim`() {
        let first = finding("Session", path("static App", "Session", cut: 0))
        let registered = finding("Content", tier: .registry, path("static App", "Session", "Content", cut: 0))
        #expect(victims(first, registered).isEmpty)
        #expect(victims(first, finding("Late", verdict: .retained, path("static App", "S", "Late", cut: 0))).isEmpty)
    }
}
