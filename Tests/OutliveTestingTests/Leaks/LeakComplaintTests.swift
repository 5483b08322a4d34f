import OutliveModel
import Testing

@testable import OutliveTesting

struct LeakComplaintTests {
    private func finding(file: String = "App/Session.swift", symbols: [Symbol] = []) -> Finding {
        let key = ComponentKey(
            name: "session", type: "App.Session", site: RegistrationSite(fileID: file, line: 88, column: 5))
        let frames = symbols.map { Frame(module: "/bin/app", buildID: nil, offset: 1, symbols: [$0]) }
        return Finding(
            verdict: .suspect, key: key, births: [Birth(generation: 1, count: 2)], live: [2], warmup: 0,
            retainCount: 3, backtrace: Backtrace(frames: frames))
    }

    @Test func `The file of the site is the one of that name on the stack`() {
        let symbols = [
            Symbol(function: "App.Session.open() -> ()", file: "/checkout/Sources/App/Session.swift", line: 88),
            Symbol(function: "App.main() -> ()", file: "/checkout/Sources/App/Main.swift", line: 3),
        ]
        let complaint = LeakComplaint(Cause(leader: finding(symbols: symbols)), after: "the test")
        #expect(complaint.path == "/checkout/Sources/App/Session.swift")
        #expect((complaint.fileID, complaint.line, complaint.column) == ("App/Session.swift", 88, 5))
        #expect(
            complaint.text == """
                suspect: session (App.Session): 2 alive after the test, registered at App/Session.swift:88
                references: 3 strong at the last check, a hint only
                registered by:
                  Session.open() at /checkout/Sources/App/Session.swift:88
                  main() at /checkout/Sources/App/Main.swift:3
                Find what refers to it, and release it. If meant to stay, track it with .process(reason:).
                fingerprint: \(finding().fingerprintOfSite)
                """)
    }

    @Test func `Lost objects that nothing registered have the line of their allocation`() {
        var lost = finding()
        (lost.tier, lost.verdict, lost.key.name, lost.retainCount) = (.heap, .leak, "App.Session", nil)
        #expect(
            LeakComplaint(Cause(leader: lost), after: "the test").text == """
                leak: App.Session: 2 alive after the test, allocated at App/Session.swift:88
                Find what refers to it, and release it.
                fingerprint: \(lost.fingerprintOfSite)
                """)
    }

    @Test func `The summary names the cause, and its fix replaces the general advice`() {
        var held = finding()
        let culprit = Suspect(name: "Feed.sessions", step: 1, pattern: .storeWithoutEviction)
        held.traces = [
            LeakTrace(
                shape: .path,
                steps: [
                    TraceStep(kind: .global, name: "static App.feed"),
                    TraceStep(kind: .object, name: "Feed", edge: ".sessions[0]"),
                    TraceStep(kind: .object, name: "Session"),
                ], culprit: culprit, objects: 2)
        ]
        #expect(
            LeakComplaint(Cause(leader: held), after: "the test").details.dropLast().suffix(2) == [
                "held by: static App.feed -> Feed.sessions[0] -> Session",
                LeakPattern.storeWithoutEviction.hint,
            ])
        #expect(
            LeakComplaint(Cause(leader: held), after: "the test").summary
                == "suspect: Feed.sessions keeps session (App.Session): 2 alive after the test, registered at App/Session.swift:88"
        )
        var other = held
        (other.key.name, other.key.type) = ("feed", "App.Feed")
        #expect(
            LeakComplaint(Cause(leader: held, others: [other]), after: "the test").details.dropLast().suffix(2) == [
                "leaks with it:", "  App.Feed: 2 at App/Session.swift:88",
            ])
        held.traces = [
            LeakTrace(
                shape: .unheld, steps: [TraceStep(kind: .object, name: "Session")],
                culprit: Suspect(name: "over-retain", step: 0, pattern: .overRetain))
        ]
        #expect(
            LeakComplaint(Cause(leader: held), after: "the test").details.dropLast().last == LeakPattern.overRetain.hint
        )
    }

    @Test func `Of several paths the first has its count, and without a suspect there is advice`() {
        var held = finding()
        let steps = [
            TraceStep(kind: .global, name: "static App.feed"), TraceStep(kind: .object, name: "Session"),
        ]
        held.traces = [LeakTrace(shape: .path, steps: steps), LeakTrace(shape: .path, steps: steps.reversed())]
        #expect(
            LeakComplaint(Cause(leader: held), after: "the test").details.dropLast().suffix(2) == [
                "1 of 2 held by: static App.feed -> Session",
                "Find what refers to it, and release it. If meant to stay, track it with .process(reason:).",
            ])
    }

    @Test func `Without symbols the file is told as the compiler names it`() {
        let complaint = LeakComplaint(Cause(leader: finding()), after: "the test")
        #expect(complaint.path == "App/Session.swift")
        #expect(!complaint.text.contains("registered by:"))
    }

    @Test func `A site that was passed by hand makes a place all the same`() {
        let complaint = LeakComplaint(Cause(leader: finding(file: "Session.swift")), after: "the test")
        #expect(complaint.fileID == "?/Session.swift")
    }

    @Test func `Consecutive calls of one line are reported once`() {
        let part = Symbol(function: "App.work() async -> ()", file: "/c/App.swift", line: 4)
        let other = Symbol(function: "App.test() -> ()", file: "/c/App.swift", line: 9)
        let cause = Cause(leader: finding(symbols: [part, part, other, part]))
        #expect(
            LeakComplaint(cause, after: "the test").details.filter { $0.contains("/c/App.swift") } == [
                "  work() at /c/App.swift:4", "  test() at /c/App.swift:9", "  work() at /c/App.swift:4",
            ])
    }

    @Test func `Frames of the checks and of macros are left out`() {
        let symbols = [
            Symbol(function: "App.work() -> ()", file: "/c/App.swift", line: 1),
            Symbol(function: "Outlive.LeakScope.collect() -> ()", file: "/o/LeakScope.swift", line: 2),
            Symbol(function: "App.test() -> ()", file: "/c/App.swift", line: 3),
            Symbol(function: "$s3App", file: "/tmp/generated/@__swiftmacro_3App.swift", line: 5),
        ]
        let text = LeakComplaint(Cause(leader: finding(symbols: symbols)), after: "the test").text
        #expect(!text.contains("LeakScope"))
        #expect(!text.contains("swiftmacro"))
        #expect(text.contains("test() at /c/App.swift:3"))
    }
}
