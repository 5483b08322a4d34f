import Glibc
import OutliveModel
import Testing

@testable import OutliveDriver

/// Faults of a real process: nothing hangs, and the next reset works.
@Suite(.timeLimit(.minutes(10)))
struct FaultTests {
    /// The failure that the next reset falls back for, after which two more resets are good ones.
    private func fallback(of app: AppUnderTest<HostedSettings>, _ settings: HostedSettings) async throws -> Failure {
        let ready = try await app.reset(settings)
        guard case .relaunched(.fallback(let failure)) = ready.way else {
            throw Failure(.harness, "it was \(ready.way), not relaunched")
        }
        _ = try await app.awaitLine("built \(settings.label) 1 nothing")
        for label in ["after", "later"] {
            #expect(try await app.reset(HostedSettings(label: label)).way == .reset)
            _ = try await app.awaitLine("built \(label) 1 nothing")
        }
        #expect(await app.fallbacks.map(\.reason) == [failure])
        return failure
    }

    @Test(arguments: triggers)
    func `A process that is killed in the middle of a reset is relaunched`(trigger: String) async throws {
        try await withHosted(reset: trigger) { app in
            try await app.reset(HostedSettings(label: "old", fault: .hangInTeardown))
            async let failure = fallback(of: app, HostedSettings(label: "new"))
            let process = try await app.awaitLine("tears down old")
            kill(process, SIGKILL)
            #expect(try await failure.code == .died)
            #expect(try await failure.message.contains("SIGKILL"))
            #expect(!isRunning(process))
        }
    }

    @Test(arguments: triggers)
    func `A stopped process is killed and relaunched`(trigger: String) async throws {
        try await withHosted(reset: trigger, timeout: .seconds(20)) { app in
            try await app.reset(HostedSettings(label: "old"))
            let process = try await app.awaitLine("built old 1 nothing")
            kill(process, SIGSTOP)
            let failure = try await fallback(of: app, HostedSettings(label: "new"))
            #expect(failure.code == .resetFailed)
            #expect(failure.message.contains("within 20 s"))
            #expect(!isRunning(process))
        }
    }

    @Test(arguments: triggers)
    func `A crash in a teardown is reported with the end of the output`(trigger: String) async throws {
        try await withHosted(reset: trigger) { app in
            try await app.reset(HostedSettings(label: "old", fault: .crashInTeardown))
            let failure = try await fallback(of: app, HostedSettings(label: "new"))
            #expect(failure.code == .died)
            #expect(failure.message.contains("ended with status 9"))
            #expect(failure.output?.contains("tears down old") == true)
        }
    }

    @Test(arguments: triggers)
    func `A reset is abandoned at its deadline`(trigger: String) async throws {
        try await withHosted(reset: trigger, timeout: .seconds(20)) { app in
            try await app.reset(HostedSettings(label: "old", fault: .hangInTeardown))
            let failure = try await fallback(of: app, HostedSettings(label: "new"))
            #expect(failure.code == .resetFailed)
        }
    }

    @Test(arguments: triggers)
    func `A reset that leaves the application unusable is reported with its reason`(trigger: String) async throws {
        try await withHosted(reset: trigger) { app in
            try await app.reset()
            let failure = try await fallback(of: app, HostedSettings(label: "new", fault: .throwInRebuild))
            #expect(failure.code == .resetFailed)
            #expect(failure.message.contains("rebuild/part"))
        }
    }

    @Test func `A process that ended between two tests is relaunched, kept or not`() async throws {
        try await withHosted { app in
            try await app.reset(HostedSettings(label: "one"))
            kill(try await app.awaitLine("built one 1 nothing"), SIGKILL)
            #expect(try await fallback(of: app, HostedSettings(label: "two")).code == .died)
            _ = try await app.endGeneration()
            kill(try await app.awaitLine("built later 1 nothing"), SIGKILL)
            guard case .relaunched(.fallback(let failure)) = try await app.reset(HostedSettings(label: "later")).way
            else {
                Issue.record("not relaunched")
                return
            }
            #expect(failure.code == .died)
        }
    }

    @Test func `A port in use is reported, and the next launch works when it is free`() async throws {
        let directory = try PrivateDirectory()
        let configuration = try ApplicationConfiguration(
            launch: BuiltProduct.launch("outlive-fixture", "serve unix:{here}/s"), ready: "unix:{here}/s",
            reset: "exec:true", timeout: .seconds(60), here: directory.path)
        let other = try AppUnderTest(configuration, settings: HostedSettings.self)
        let app = try AppUnderTest(configuration, settings: HostedSettings.self)
        try await other.reset()
        #expect(try await failure { try await app.reset() }?.code == .endpointTaken)
        try await other.stop()
        #expect(try await app.reset().way == .launched)
        try await app.stop()
    }

    @Test func `Faults leave no descriptor of the driver behind`() async throws {
        // In a process of its own, as other tests open descriptors meanwhile.
        await #expect(processExitsWith: .success) {
            try await withHosted(timeout: .seconds(20)) { app in
                func fail() async throws {
                    try await app.reset(HostedSettings(label: "old", fault: .crashInTeardown))
                    try await app.reset(HostedSettings(label: "new", fault: .throwInRebuild))
                    try await app.reset(HostedSettings(label: "stopped"))
                    kill(try await app.awaitLine("built stopped 1 nothing"), SIGSTOP)
                    try await app.reset(HostedSettings(label: "last"))
                    try await app.stop()
                }
                @Sendable func descriptors() -> Int { ProcessFiles(processID: getpid()).numbers(in: "fd")?.count ?? 0 }
                try await fail()
                let before = descriptors()
                for _ in 1...2 { try await fail() }
                // The queue of a released socket closes it a little later.
                _ = try await pollUntilAnswered { descriptors() <= before ? true : nil }
            }
        }
    }
}
