import FoundationEssentials
import Glibc
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveDriver

/// Programs behind shells, scripts and supervisors.
@Suite(.timeLimit(.minutes(5)))
struct LaunchedProgramTests {
    private static let server = "tcp:127.0.0.1:{port}"

    @Test(arguments: [
        ("serve tcp:{port}", server), ("serve tcp:{port}", "http://127.0.0.1:{port}/"),
        ("serve unix:{dir}/s", "unix:{dir}/s"), ("notify", "notify"),
    ])
    func `The process that meets the ready check is measured, and not the shell`(
        arguments: String, ready: String
    ) async throws {
        let launch = "sh -c \"" + fixture + " \(arguments); true\""
        try await withApplication(configuration(launch: launch, ready: ready)) { application in
            _ = try await application.start()
            let program = try #require(try await application.program())
            #expect(try program.processID != #require(await application.processID))
            #expect(program.name == "outlive-fixture")
            let note = try #require(program.note)
            #expect(
                note.hasPrefix("outlive-fixture is measured, which met the ready check (\(ready)), and not "), "\(note)"
            )
            #expect(await application.traces?.processID == program.processID)
            let state = try #require(await application.state())
            #expect(state.facts[.threads]?["outlive-fixture"] != nil)
            #expect(await application.vitals() != nil)
        }
    }

    private static let launched: [(String, String, String?)] = [
        ("env A=1 " + fixture + " serve tcp:{port}", server, "outlive-fixture"),
        ("sh -c \"cd {dir}; exec " + fixture + " serve tcp:{port}\"", server, "outlive-fixture"),
        (fixture + " serve tcp:{port}", server, nil), (fixture + " notify", "notify", nil),
        (shell("echo up; exec sleep 1000"), "line:^up$", "sleep"), (shell("echo up; sleep 1000; :"), "line:^up$", nil),
        (shell("sleep 1000 & echo up; while :; do sleep 0.01; done"), "line:^up$", nil), ("true", "exit", nil),
    ]

    @Test(arguments: launched)
    func `The launched process is the program, by its own name, if it meets the ready check`(
        launch: String, ready: String, name: String?
    ) async throws {
        try await withApplication(configuration(launch: launch, ready: ready)) { application in
            _ = try await application.start()
            let program = try #require(try await application.program())
            #expect(program == MeasuredProgram(processID: try #require(await application.processID), name: name))
        }
    }

    @Test func `A program that prints its line behind a script that prints is measured`() async throws {
        let launch = shell("echo starting; sh -c \"echo up; sleep 1000; :\"; :")
        try await withApplication(configuration(launch: launch)) { application in
            _ = try await application.start()
            let program = try #require(try await application.program())
            #expect(try program.processID != #require(await application.processID))
        }
    }

    @Test func `A server that no launched process is makes the program unknown`() async throws {
        let listener = openSocket(AF_INET, .stream)
        defer { close(listener) }
        try #require(SocketAddress(loopbackPort: 0).withPointer { bind(listener, $0, $1) } == 0)
        let port = try #require(SocketAddress(boundTo: listener)?.port)
        let configuration = try configuration(launch: "sleep 1000", ready: "tcp:127.0.0.1:\(port)")
        try await withApplication(configuration) { application in
            async let start = application.start()
            _ = try await pollUntilAnswered { await application.processID }
            try #require(listen(listener, 8) == 0)
            _ = try await start
            let failure = try await failure { try await application.program() }
            #expect(failure?.code == .endpointTaken)
            #expect(failure?.message.contains("is not the server at 127.0.0.1:\(port)") == true)
            #expect(failure?.message.contains("(process \(getpid()))") == true)
        }
    }

    @Test func `Two programs that print make the program unknown`() async throws {
        let launch = shell("sh -c \"echo up; sleep 1000; :\" & sh -c \"echo up; sleep 1000; :\" & wait; :")
        try await withApplication(configuration(launch: launch)) { application in
            _ = try await application.start()
            try await pollUntilAnswered { await application.printed == "up\nup\n" ? () : nil }
            let failure = try await failure { try await application.program() }
            #expect(failure?.code == .notReady)
            #expect(
                failure?.message.contains("has started 2 processes that print to the output") == true,
                "\(failure?.message ?? "")")
        }
    }

    private let trapping =
        "sh -c \"trap \\\"echo again\\\" USR1; trap \\\"echo bye; exit 0\\\" USR2; echo up; "
        + "while :; do sleep 0.01; done\"; :"

    @Test func `The signal of a reset goes to the program behind a shell`() async throws {
        let configuration = try configuration(
            launch: shell(trapping), reset: "signal:USR1", done: "line:^again$")
        try await withApplication(configuration) { application in
            _ = try await application.start()
            _ = try await application.reset()
            _ = try await application.reset()
            #expect(await application.death() == nil)
        }
    }

    @Test func `A supervisor that handles the signal of a reset gets it in place of its program`() async throws {
        let script =
            "trap \"echo again\" USR1; " + fixture.replacing("'", with: "\"") + " serve tcp:{port} & "
            + "while :; do wait; done"
        let configuration = try configuration(
            launch: shell(script), ready: Self.server, reset: "signal:USR1", done: "line:^again$")
        try await withApplication(configuration) { application in
            _ = try await application.start()
            let program = try #require(try await application.program())
            _ = try await application.reset()
            #expect(try await application.program()?.processID == program.processID)
        }
    }

    @Test func `A program behind a shell that a signal ends has no handler for it`() async throws {
        let configuration = try configuration(
            launch: shell("sh -c \"echo up; sleep 1000; :\""), reset: "signal:USR1", done: "line:^again$")
        try await withApplication(configuration) { application in
            _ = try await application.start()
            let failure = try await failure { try await application.reset() }
            #expect(failure?.code == .died)
            #expect(failure?.message.contains("it has no handler for SIGUSR1") == true, "\(failure?.message ?? "")")
        }
    }

    @Test func `The stop signal goes to the program behind a shell, and both end`() async throws {
        let policy = StopPolicy(signal: try SignalNumber(parsing: "USR2"), grace: .seconds(60))
        try await withApplication(configuration(launch: shell(trapping), stop: policy)) { application in
            _ = try await application.start()
            let process = try #require(await application.processRun)
            let program = try #require(process.followed)
            #expect(try await application.stop() > 0)
            #expect(process.channels.output.excerpt == "up\nbye\n")
            #expect(!isRunning(program.id) && !isRunning(process.child.processID))
        }
    }

    @Test func `The end of a program is noticed, though the process that launched it goes on`() async throws {
        let launch = "sh -c \"" + fixture + " serve tcp:{port}; sleep 1000; true\""
        try await withApplication(configuration(launch: launch, ready: Self.server)) { application in
            _ = try await application.start()
            let program = try #require(try await application.program())
            kill(program.processID, SIGKILL)
            try await pollUntilAnswered { isRunning(program.processID) ? nil : () }
            let death = try #require(await application.death())
            #expect(death.code == .died)
            #expect(death.message.contains("ended, while the process that launched it goes on"), "\(death.message)")
            #expect(await application.vitals() == nil)
            #expect(await application.state() == nil)
        }
    }

    @Test func `A program that a supervisor starts anew in a reset is followed`() async throws {
        let server = fixture.replacing("'", with: "\"") + " serve tcp:{port}"
        let script = "while :; do \(server) & echo $! >{dir}/pid; wait; done"
        let reset =
            "p=$(cat {dir}/pid); kill -9 $p; while kill -0 $p 2>/dev/null; do sleep 0.01; done; "
            + "until (exec 3<>/dev/tcp/127.0.0.1/{port}) 2>/dev/null; do sleep 0.01; done"
        let configuration = try configuration(
            launch: shell(script), ready: Self.server, reset: "exec:bash -c '\(reset)'")
        try await withApplication(configuration) { application in
            _ = try await application.start()
            let first = try #require(try await application.program()).processID
            _ = try await application.reset()
            let second = try #require(try await application.program()).processID
            #expect(first != second && isRunning(second))
            #expect(await application.death() == nil)
            #expect(await application.vitals() != nil)
            _ = try await application.stop()
            #expect(!isRunning(second))
        }
    }

    @Test func `A process that has got the number of another one is not taken for it`() throws {
        var entry = try #require(ProcessEntry(getpid()))
        #expect(entry.runsStill)
        entry.started += 1
        #expect(!entry.runsStill)
    }
}
