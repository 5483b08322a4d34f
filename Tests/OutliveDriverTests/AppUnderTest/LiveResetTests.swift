import FoundationEssentials
import Glibc
import OutliveModel
import Testing

@testable import OutliveDriver

/// An application that links Outlive, launched and reset by what it links.
@Suite(.timeLimit(.minutes(10)))
struct LiveResetTests {
    @Test(arguments: triggers)
    func `A reset gives the same settings and fixture as a launch`(trigger: String) async throws {
        try await withHosted("--print-arguments --own value", reset: trigger, policy: .fail) { app in
            let one = HostedSettings(label: "one")
            #expect(try await app.reset(one, fixture: "/some/where").way == .launched)
            _ = try await app.awaitLine("built one 1 /some/where")
            let process = try await app.awaitLine("built one 1 /some/where")
            #expect(try await app.reset(HostedSettings(label: "with blanks and\ttab")).way == .reset)
            #expect(try await app.awaitLine("built with blanks and\ttab 1 nothing") == process)
            #expect(try await app.reset(fixture: "/else/where").way == .reset)
            _ = try await app.awaitLine("built plain 1 /else/where")
            #expect(try await app.reset(one, fixture: "/some/where").way == .reset)
            _ = try await app.awaitLine("built one 1 /some/where")
            _ = try await app.awaitLine("arguments host --print-arguments --own value --label one")
            #expect(try await app.reset(HostedSettings(pages: 7)).way == .relaunched(.changed(["--pages"])))
            #expect(await (app.launches, app.resets) == (2, 3))
        }
    }

    @Test(arguments: triggers)
    func `The end of a generation reports what outlives it`(trigger: String) async throws {
        try await withHosted(reset: trigger, policy: .fail) { app in
            try await app.reset(HostedSettings(fault: .leak))
            let leaking = try #require(try await app.endGeneration())
            #expect(leaking.survivors.map(\.key.type).contains { $0.hasSuffix("Part") })
            try await app.reset()
            let clean = try #require(try await app.endGeneration())
            // The old ones are still there; nothing of this generation is.
            #expect(clean.generation > leaking.generation)
            #expect(clean.survivors.allSatisfy { $0.births.allSatisfy { $0.generation < clean.generation } })
            #expect(try await app.reset().way == .kept)
        }
    }

    @Test func `A server at a Unix socket is found by its announcement`() async throws {
        try await withHosted("--unix '{dir}/a b'", policy: .fail) { app in
            try await app.reset()
            #expect(try await app.reset(HostedSettings(label: "two")).way == .reset)
        }
    }

    @Test(arguments: ["line:^up$", "unix:{dir}/s"])
    func `Any readiness signal works as long as the URL is announced`(ready: String) async throws {
        try await withHosted("--unix {dir}/s", ready: ready, policy: .fail) { app in
            try await app.reset()
            #expect(try await app.reset(HostedSettings(label: "two")).way == .reset)
        }
    }

    @Test func `The arguments of a wrapper are not the application's`() async throws {
        let host = try BuiltProduct.launch("outlive-fixture", "host --print-arguments --own value")
        let configuration = try ApplicationConfiguration(
            launch: "env WRAPPED=1 " + host, ready: "notify", reset: "http", timeout: .seconds(60))
        let app = try AppUnderTest(configuration, settings: HostedSettings.self, policy: .fail)
        try await app.reset()
        try await app.reset(HostedSettings(label: "two"))
        try await app.reset(HostedSettings(label: "three"))
        #expect(await app.resets == 2)
        _ = try await app.awaitLine("arguments host --print-arguments --own value --label three")
        try await app.stop()
    }

    @Test func `Without an announced URL the first launch fails with a remedy`() async throws {
        try await withHosted("--no-server") { app in
            let failure = try await failure { try await app.reset(HostedSettings(label: "one")) }
            #expect(failure?.code == .resetFailed)
            #expect(failure?.message.contains("HTTPNotifier()") == true)
            #expect(failure?.message.contains("trait LiveReset") == true)
            #expect(failure?.output?.contains("built one 1 nothing") == true)
            #expect(await app.launches == 0)
        }
    }

    @Test func `A setting in the launch command is refused`() async throws {
        try await withHosted("--label=launch") { app in
            let failure = try await failure { try await app.reset() }
            #expect(failure?.message.contains("contains --label,") == true)
            #expect(failure?.message.contains("read them with others: .ignored") == true)
        }
    }

    @Test(arguments: ["exec:true", "http://127.0.0.1:9/"])
    func `A trigger that carries no settings resets to those of the launch only`(trigger: String) async throws {
        try await withHosted(reset: trigger) { app in
            try await app.reset(HostedSettings(label: "one"))
            guard case .relaunched(.fallback(let failure)) = try await app.reset(HostedSettings(label: "two")).way
            else {
                Issue.record("not relaunched")
                return
            }
            #expect(failure.message.contains("carries no settings"))
            _ = try await app.awaitLine("built two 1 nothing")
            if trigger == "exec:true" {
                #expect(try await app.reset(HostedSettings(label: "two")).way == .reset)
            }
        }
    }

    @Test func `Instances of a pool are reset concurrently`() async throws {
        let configuration = try ApplicationConfiguration(
            launch: BuiltProduct.launch("outlive-fixture", "host --instance {instance}"), ready: "notify",
            reset: "http",
            timeout: .seconds(60))
        let pool = try AppPool(count: 2, configuration, settings: HostedSettings.self, policy: .fail)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...12 {
                group.addTask {
                    try await pool.withApp { app in
                        try await app.reset(HostedSettings(label: "test\(number)"), fixture: "/\(number)")
                        _ = try await app.awaitLine("built test\(number) 1 /\(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
        var (launches, resets) = (0, 0)
        for app in await pool.apps {
            launches += await app.launches
            resets += await app.resets
        }
        #expect(launches <= 2 && launches + resets == 12)
        try await pool.stop()
    }

    @Test func `The token is new at every launch, and printed nowhere`() async throws {
        let tokens = Set((1...100).map { _ in BearerToken().text })
        #expect(tokens.count == 100 && tokens.allSatisfy { $0.utf8.count == 43 })
        #expect(!"\(BearerToken())\(String(reflecting: BearerToken()))".contains(/[\w-]{43}/))
        try await withHosted("--print-token --wrong-token") { app in
            try await app.reset()
            _ = try await app.awaitLine("token (the token)")
            guard case .relaunched(.fallback(let failure)) = try await app.reset(HostedSettings(label: "two")).way
            else {
                Issue.record("not relaunched")
                return
            }
            #expect(failure.message.contains("401"))
            #expect(failure.output?.contains("token (the token)") == true)
            #expect(!"\(failure)".contains(/[\w-]{43}/))
        }
    }

    @Test func `Only an announced server receives a token`() async throws {
        try await withHosted("--print-token", reset: "signal:RTMIN+1") { app in
            try await app.reset()
            _ = try await app.awaitLine("token none")
        }
    }

    @Test func `Leftovers are removed when the process exits`() async throws {
        let directory = try PrivateDirectory()
        await #expect(processExitsWith: .success) { [path = directory.path as String] in
            try await leave(processAndDirectoryNamedIn: path)
            exit(0)
        }
        try expectNothingLeft(path: directory.path)
    }

    @Test func `Leftovers are removed when the process is interrupted`() async throws {
        let directory = try PrivateDirectory()
        await #expect(processExitsWith: .signal(SIGTERM)) { [path = directory.path as String] in
            try await leave(processAndDirectoryNamedIn: path)
            kill(getpid(), SIGTERM)
            try await Task.sleep(for: .seconds(600))
        }
        try expectNothingLeft(path: directory.path)
    }

    @Test(.timeLimit(.minutes(5)))
    func `Leftovers are removed when the process is killed`() async throws {
        let directory = try PrivateDirectory()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = directory.path as String] in
            try await leave(processAndDirectoryNamedIn: path)
            kill(getpid(), SIGKILL)
        }
        let left = try String(contentsOfFile: directory.path + "/left", encoding: .utf8).split(separator: "\n")
        let process = try #require(pid_t(left[0]))
        while isRunning(process) || FileManager.default.fileExists(atPath: String(left[1])) {
            try await Task.sleep(for: .milliseconds(5))
        }
        try expectNothingLeft(path: directory.path)
    }

    @Test func `A test that continues after an interrupt relaunches nothing`() async throws {
        let directory = try PrivateDirectory()
        await #expect(processExitsWith: .signal(SIGTERM)) { [path = directory.path as String] in
            let configuration = try ApplicationConfiguration(
                launch: shell("echo $$ >> {here}/launched; echo up; exec sleep 1000"), ready: "line:^up$",
                reset: "exec:true", here: path)
            let app = AppUnderTest<HostedSettings>(try ProcessLauncher(configuration), policy: .allow)
            // Registered before the launch, because signals are handled only a little later.
            PrivateDirectory.removeAtExit(path + "/slow")
            try await app.reset()
            let root = String(try #require(await app.directory).dropLast("/0".count))
            try root.write(toFile: path + "/root", atomically: true, encoding: .utf8)
            // Slow removal leaves time for a relaunch.
            try FileManager.default.createDirectory(atPath: path + "/slow", withIntermediateDirectories: false)
            for number in 1...10_000 { close(creat("\(path)/slow/\(number)", 0o600)) }
            kill(getpid(), SIGTERM)
            // Sees its application die, and falls back, until the process ends.
            while true { _ = try? await app.reset() }
        }
        let launched = try String(contentsOfFile: directory.path + "/launched", encoding: .utf8).split(separator: "\n")
        #expect(launched.count == 1)
        removeTree(try String(contentsOfFile: directory.path + "/root", encoding: .utf8))
        for process in launched { #expect(!isRunning(try #require(pid_t(process)))) }
    }

    @Test func `A fixture is removed at an interrupt, and kept if it was moved`() async throws {
        let directory = try PrivateDirectory()
        await #expect(processExitsWith: .signal(SIGTERM)) { [path = directory.path as String] in
            let left = try FixtureDirectory(.newDocument(named: "left"), label: "left")
            let kept = try FixtureDirectory(.newDocument(named: "kept"), label: "kept")
            try "document".write(toFile: kept.path, atomically: true, encoding: .utf8)
            try "\(left.path)".write(toFile: path + "/left", atomically: true, encoding: .utf8)
            _ = try kept.keep(in: path)
            kill(getpid(), SIGTERM)
            try await Task.sleep(for: .seconds(600))
            withExtendedLifetime(left) {}
        }
        let left = try String(contentsOfFile: directory.path + "/left", encoding: .utf8)
        #expect(left.hasSuffix("/left"))
        #expect(!FileManager.default.fileExists(atPath: String(left.dropLast("/left".count))))
        #expect(FileManager.default.fileExists(atPath: directory.path + "/kept/kept"))
    }

    private func expectNothingLeft(path: String) throws {
        let left = try String(contentsOfFile: path + "/left", encoding: .utf8).split(separator: "\n")
        #expect(!isRunning(try #require(pid_t(left[0]))))
        #expect(!FileManager.default.fileExists(atPath: String(left[1])))
    }
}

/// Launches an application without stopping it, and records the files and processes that must be gone in the end.
private func leave(processAndDirectoryNamedIn path: String) async throws {
    let configuration = try ApplicationConfiguration(
        launch: BuiltProduct.launch("outlive-fixture", "host"), ready: "notify", reset: "http")
    let app = try AppUnderTest(configuration, settings: HostedSettings.self)
    try await app.reset()
    let process = try await app.awaitLine("built plain 1 nothing")
    let directory = try #require(await app.directory)
    try "\(process)\n\(directory)".write(toFile: path + "/left", atomically: true, encoding: .utf8)
}
