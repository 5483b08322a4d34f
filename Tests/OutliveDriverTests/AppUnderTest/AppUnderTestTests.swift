import OutliveModel
import Testing

@testable import OutliveDriver

@Suite(.timeLimit(.minutes(5)))
struct AppUnderTestTests {
    private let lines = Lines()

    private func app(
        _ application: ScriptedApplication, policy: FallbackPolicy = .allow, strategy: ResetStrategy = .inPlace
    ) -> AppUnderTest<HostedSettings> {
        AppUnderTest(ScriptedLauncher(application), policy: policy, strategy: strategy) { [lines] in lines.add($0) }
    }

    private func input(_ settings: HostedSettings, fixture: String? = nil) throws -> LaunchInput {
        var input = try settings.input()
        input.fixture = fixture
        return input
    }

    @Test func `The first reset launches, and later ones reset in place with the given input`() async throws {
        let application = ScriptedApplication()
        let app = app(application)
        #expect(await app.port == nil)
        #expect(try await app.reset(HostedSettings(label: "one"), fixture: "/f").way == .launched)
        #expect(await app.port == 4711)
        #expect(await app.directory == "/scripted")
        let second = try await app.reset(HostedSettings(label: "two"))
        #expect(second == AppReady(way: .reset, seconds: 0.01, port: 4711))
        let calls = await application.calls
        #expect(
            try calls == [
                .start(input(HostedSettings(label: "one"), fixture: "/f")),
                .reset(input(HostedSettings(label: "two"))),
            ])
        #expect(await (app.launches, app.resets, app.plannedRelaunches) == (1, 1, 0))
        #expect(await app.fallbacks.isEmpty)
    }

    @Test func `The input of the launch needs no payload, so that any trigger can reset to it`() async throws {
        let application = ScriptedApplication()
        let app = app(application)
        try await app.reset(HostedSettings(label: "one"))
        try await app.reset(HostedSettings(label: "two"))
        try await app.reset(HostedSettings(label: "one"))
        #expect(await application.calls.last == .reset(nil))
        // Another fixture is another input.
        try await app.reset(HostedSettings(label: "one"), fixture: "/f")
        #expect(try await application.calls.last == .reset(input(HostedSettings(label: "one"), fixture: "/f")))
    }

    @Test func `An option that only a relaunch can change causes a planned relaunch`() async throws {
        let application = ScriptedApplication()
        let app = app(application, policy: .fail)
        try await app.reset(HostedSettings(pages: 1))
        let ready = try await app.reset(HostedSettings(label: "two", pages: 2))
        #expect(ready.way == .relaunched(.changed(["--pages"])))
        #expect(try await application.calls.last == .start(input(HostedSettings(label: "two", pages: 2))))
        #expect(try await app.reset(HostedSettings(label: "three", pages: 2)).way == .reset)
        #expect(await (app.launches, app.resets, app.plannedRelaunches) == (2, 1, 1))
        #expect(await app.fallbacks.isEmpty)
    }

    @Test func `A failed reset is replaced by a relaunch with the requested input, and counted`() async throws {
        let failure = Failure(.resetFailed, "rebuild/store threw")
        let application = ScriptedApplication { call, number in
            if case .reset = call, number == 1 { throw failure }
        }
        let app = app(application)
        try await app.reset()
        let ready = try await app.reset(HostedSettings(label: "two"))
        #expect(ready.way == .relaunched(.fallback(failure)))
        #expect(ready.port == 4711)
        #expect(try await application.calls.suffix(2) == [.stop, .start(input(HostedSettings(label: "two")))])
        // The seconds are the sum of the failed reset, the stop and the start.
        #expect(await app.fallbacks == [Fallback(reason: failure, seconds: ready.seconds)] && ready.seconds >= 1.5)
        #expect(await (app.launches, app.resets, app.plannedRelaunches) == (2, 0, 0))
        // The relaunched one has been used since: it is reset, and to what it was launched with.
        #expect(try await app.reset(HostedSettings(label: "two")).way == .reset)
        #expect(await application.calls.last == .reset(nil))
        #expect(lines.all.isEmpty)
    }

    @Test func `The warn policy prints one line a fallback`() async throws {
        let application = ScriptedApplication { call, _ in
            if case .reset = call { throw Failure(.died, "it ended") }
        }
        let app = app(application, policy: .warn)
        try await app.reset()
        try await app.reset()
        try await app.reset()
        #expect(lines.all == Array(repeating: "relaunched instead of reset: it ended", count: 2))
    }

    @Test func `The fail policy throws after a relaunch, and the next test has a clean application`()
        async throws
    {
        let application = ScriptedApplication { call, number in
            if case .reset = call, number == 1 { throw Failure(.died, "it ended", output: "oops") }
        }
        let app = app(application, policy: .fail)
        try await app.reset()
        let failure = try await failure { try await app.reset(HostedSettings(label: "two")) }
        #expect(failure?.code == .died)
        #expect(failure?.message.contains("it ended") == true)
        #expect(failure?.output == "oops")
        #expect(await app.fallbacks.count == 1)
        #expect(try await application.calls.last == .start(input(HostedSettings(label: "two"))))
        #expect(try await app.reset(HostedSettings(label: "two")).way == .kept)
    }

    @Test func `A reset with the last settings ends a generation, after which equal ones need none`()
        async throws
    {
        let application = ScriptedApplication()
        let app = app(application)
        try await app.reset(HostedSettings(label: "one"))
        try await app.reset(HostedSettings(label: "two"), fixture: "/f")
        #expect(try await app.endGeneration()?.generation == 2)
        let two = Call.reset(try input(HostedSettings(label: "two"), fixture: "/f"))
        #expect(await application.calls.suffix(2) == [two, .settled])
        // The fixture may have been written anew.
        #expect(try await app.reset(HostedSettings(label: "two"), fixture: "/f").way == .reset)
        try await app.reset(HostedSettings(label: "two"))
        _ = try await app.endGeneration()
        #expect(try await app.reset(HostedSettings(label: "two")).way == .kept)
        #expect(await application.calls.last == .ping)
        #expect(await app.resets == 5)
        // It has been used by then.
        #expect(try await app.reset(HostedSettings(label: "two")).way == .reset)
        _ = try await app.endGeneration()
        #expect(try await app.reset(HostedSettings(label: "two"), fixture: "/g").way == .reset)
        _ = try await app.endGeneration()
        #expect(try await app.endGeneration()?.generation == 10)
    }

    private typealias Call = ScriptedApplication.Call

    @Test func `A kept application is asked whether it is alive`() async throws {
        let application = ScriptedApplication { call, _ in
            if call == .ping { throw Failure(.resetFailed, "no answer") }
        }
        let app = app(application)
        try await app.reset()
        _ = try await app.endGeneration()
        #expect(try await app.reset().way == .relaunched(.fallback(Failure(.resetFailed, "no answer"))))
        _ = try await app.endGeneration()
        await application.die()
        #expect(try await app.reset().way == .relaunched(.fallback(Failure(.died, "it was killed"))))
    }

    @Test func `No generation of an unwatched or stopped application can be ended`() async throws {
        let application = ScriptedApplication(isWatched: false)
        let app = app(application)
        #expect(try await failure { try await app.endGeneration() }?.message.contains("reset it first") == true)
        try await app.reset()
        #expect(try await failure { try await app.endGeneration() }?.code == .notWatched)
        #expect(try await application.calls == [.start(input(HostedSettings()))])
        #expect(try await app.reset().way == .reset)
    }

    @Test func `A generation that ends in a fallback has no report`() async throws {
        let application = ScriptedApplication { call, _ in
            if case .reset = call { throw Failure(.died, "it ended") }
        }
        let app = app(application)
        try await app.reset()
        #expect(try await app.endGeneration() == nil)
        #expect(await app.fallbacks.count == 1)
        #expect(try await app.reset().way == .kept)
    }

    @Test func `A missing report is an error, and the next reset works`() async throws {
        let application = ScriptedApplication { call, _ in
            if call == .settled { throw Failure(.noGenerationReport, "no report") }
        }
        let app = app(application)
        try await app.reset()
        #expect(try await failure { try await app.endGeneration() }?.code == .noGenerationReport)
        #expect(try await app.reset(HostedSettings(label: "two")).way == .reset)
    }

    @Test func `The relaunch strategy relaunches each time, and ends no generation`() async throws {
        let application = ScriptedApplication()
        let app = app(application, strategy: .relaunch)
        #expect(try await app.reset().way == .launched)
        #expect(try await app.endGeneration() == nil)
        #expect(try await app.reset().way == .relaunched(.strategy))
        #expect(
            try await application.calls == [.start(input(HostedSettings())), .stop, .start(input(HostedSettings()))])
        #expect(await (app.launches, app.resets, app.plannedRelaunches) == (2, 0, 1))
    }

    @Test func `A failed launch leaves nothing running, and the next one is tried`() async throws {
        let application = ScriptedApplication { call, number in
            if case .start = call, number <= 2 { throw Failure(.notReady, "not ready") }
        }
        let app = app(application)
        for _ in 1...2 {
            #expect(try await failure { try await app.reset() }?.code == .notReady)
            #expect(await application.calls.last == .stop)
            #expect(await app.launches == 0)
        }
        #expect(try await app.reset().way == .launched)
    }

    @Test func `A relaunch that fails after a failed reset reports both failures`() async throws {
        let application = ScriptedApplication { call, number in
            if case .reset = call { throw Failure(.died, "it ended") }
            if case .start = call, number == 2 { throw Failure(.notReady, "not ready") }
        }
        let app = app(application)
        try await app.reset()
        let failure = try await failure { try await app.reset() }
        #expect(failure?.message.contains("not ready") == true && failure?.message.contains("it ended") == true)
        #expect(await app.fallbacks.map(\.reason.message) == ["it ended"])
        #expect(try await app.reset().way == .launched)
    }

    @Test func `A fixture with a relative path is refused before anything is launched`() async throws {
        let application = ScriptedApplication()
        let app = app(application)
        let failure = try await failure { try await app.reset(fixture: "notes.txt") }
        #expect(failure?.message.contains("'notes.txt' is not an absolute path") == true)
        #expect(await application.calls.isEmpty)
    }

    @Test(arguments: [["--label", "one"], ["serve", "--label=one"]])
    func `A launch command that holds a setting is refused by its name`(arguments: [String]) async throws {
        let application = ScriptedApplication()
        let app = AppUnderTest<HostedSettings>(ScriptedLauncher(application), launchArguments: arguments)
        #expect(try await failure { try await app.reset() }?.message.contains("contains --label,") == true)
        #expect(await application.calls.isEmpty)
    }

    @Test func `An argument that resembles a setting is allowed in a launch command`() async throws {
        let app = AppUnderTest<HostedSettings>(
            ScriptedLauncher(ScriptedApplication()), launchArguments: ["--labels", "label", "-label", "FIXTURE_FAULT"])
        #expect(try await app.reset().way == .launched)
    }

    @Test func `The next call repeats a stop that failed`() async throws {
        let application = ScriptedApplication { call, number in
            if call == .stop, number == 1 { throw Failure(.harness, "it does not end") }
        }
        let app = app(application)
        try await app.reset()
        #expect(try await failure { try await app.stop() }?.code == .harness)
        #expect(try await app.reset().way == .relaunched(.interrupted))
    }

    @Test func `After a stop the log stays, and the next reset launches`() async throws {
        let application = ScriptedApplication()
        let app = app(application)
        #expect(await app.log == "")
        try await app.reset()
        #expect(await app.log == "printed")
        try await app.stop()
        #expect(await app.log == "printed")
        #expect(await app.port == nil)
        try await app.stop()
        #expect(try await app.reset().way == .launched)
    }

    @Test func `Concurrent calls are served one after the other, in their order`() async throws {
        let gate = Gate()
        let application = ScriptedApplication { call, _ in
            if case .start = call { await gate.pass() }
        }
        let app = app(application)
        let labels = ["one", "two", "three", "four"]
        var tasks: [Task<AppReady, any Error>] = []
        for label in labels {
            tasks.append(Task { try await app.reset(HostedSettings(label: label)) })
            // The order in which tasks begin is not that in which they are made.
            let count = tasks.count
            _ = try await pollUntilAnswered {
                let first = await gate.arrived == 1
                return first && app.waiting == count - 1 ? true : nil
            }
        }
        await gate.open()
        var ways: [AppReady.Way] = []
        for task in tasks { ways.append(try await task.value.way) }
        #expect(ways == [.launched, .reset, .reset, .reset])
        let inputs = try labels.map { try input(HostedSettings(label: $0)) }
        #expect(await application.calls == [.start(inputs[0])] + inputs.dropFirst().map { .reset($0) })
    }

    @Test func `The next call recovers from the state that a cancelled one leaves`() async throws {
        let application = ScriptedApplication { call, number in
            if case .reset = call, number == 1 { try await Task.sleep(for: .seconds(1000)) }
        }
        let app = app(application, policy: .fail)
        try await app.reset()
        let task = Task { try await app.reset(HostedSettings(label: "two")) }
        _ = try await pollUntilAnswered { await application.calls.count == 2 ? true : nil }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await app.reset(HostedSettings(label: "three")).way == .relaunched(.interrupted))
        #expect(
            try await application.calls.suffix(2) == [.stop, .start(input(HostedSettings(label: "three")))])
        #expect(await app.fallbacks.isEmpty)
    }

    @Test func `A call that is cancelled while it waits for its turn does nothing`() async throws {
        let gate = Gate()
        let application = ScriptedApplication { call, _ in
            if case .start = call { await gate.pass() }
        }
        let app = app(application)
        let first = Task { try await app.reset() }
        _ = try await pollUntilAnswered { await gate.arrived == 1 ? true : nil }
        let second = Task { try await app.reset(HostedSettings(label: "two")) }
        _ = try await pollUntilAnswered { app.waiting == 1 ? true : nil }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        await gate.open()
        #expect(try await first.value.way == .launched)
        #expect(try await app.reset().way == .reset)
    }
}
