import OutliveDriver
import OutliveModel
import OutliveUITest
import Testing

struct UILauncherTests {
    /// Runs a test with a launcher, and stops the application however it ends.
    private func withLauncher(
        label: String = "first", fixture: Fixture? = nil, policy: FallbackPolicy = .allow,
        _ body: @Sendable (UILauncher<HostedSettings>, LiveApp<HostedSettings>) async throws -> Void
    ) async throws {
        let app = try hostedApp(policy: policy)
        let result: Result<Void, any Error>
        do {
            try await withLiveReset(app, settings: HostedSettings(label: label), fixture: fixture) { live in
                try await body(UILauncher(live), live)
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        try await app.stop()
        try result.get()
    }

    @Test func `A launch begins with the test's settings, and each change is remembered`() async throws {
        try await withLauncher(label: "first") { launcher, live in
            #expect(await launcher.settings == HostedSettings(label: "first"))
            try await launcher.launch()
            try await launcher.launch { $0.label = "second" }
            try await launcher.launch { $0.open = "notes://new" }
            #expect(await launcher.settings == HostedSettings(label: "second", open: "notes://new"))
            let built = try await live.lines(with: " built ", 4)
            #expect(built.map { $0.split(separator: " ")[1] } == ["first", "first", "second", "second"])
            #expect(await live.app.launches == 1)
            #expect(await live.app.resets == 3)
        }
    }

    @Test func `A link comes with the remembered settings, and is not remembered itself`() async throws {
        try await withLauncher { launcher, live in
            try await launcher.launch { $0.label = "second" }
            try await launcher.open(link: "notes://note/Milk", as: \.open)
            #expect(await launcher.settings == HostedSettings(label: "second"))
            try await launcher.launch()
            let told = try await live.lines(with: " arguments ", 4).map { $0.split(separator: "--print-arguments")[1] }
            #expect(
                told == [
                    " --label first", " --label second", " --label second --open notes://note/Milk",
                    " --label second",
                ])
        }
    }

    @Test func `The test's fixture stays, in its state at that time`() async throws {
        try await withLauncher(fixture: .newDocument(named: "notes.txt")) { launcher, live in
            try await launcher.launch { $0.label = "second" }
            try await launcher.open(link: "notes://new", as: \.open)
            let built = try await live.lines(with: " built ", 3)
            let fixture = try #require(live.fixture)
            #expect(built.allSatisfy { $0.hasSuffix(" \(fixture)") }, "\(built)")
        }
    }

    @Test func `A failed launch is not remembered`() async throws {
        try await withLauncher(policy: .fail) { launcher, live in
            await #expect(throws: Failure.self) {
                try await launcher.launch {
                    $0.label = "second"
                    $0.fault = "throwInRebuild"
                }
            }
            #expect(await launcher.settings == HostedSettings(label: "first"))
            // So the next one is good.
            try await launcher.launch()
            _ = try await live.lines(with: " built first ", 1)
        }
    }

    @Test func `A terminated application is launched again, and a test may leave it terminated`() async throws {
        try await withLauncher { launcher, live in
            let first = try #require(live.app.processID)
            try await launcher.terminate()
            #expect(live.app.processID == nil)
            try await launcher.launch { $0.label = "second" }
            let second = try #require(live.app.processID)
            #expect(first != second)
            _ = try await live.lines(with: " built second ", 1)
            #expect(await live.app.launches == 2)
            try await launcher.terminate()
        }
    }

    @Test func `A leak after a termination within the test is found`() async throws {
        let error = await #expect(throws: (any Error).self) {
            try await Task.detached {
                // Of no test of swift-testing: the leak is thrown.
                try await withLauncher { launcher, _ in
                    try await launcher.terminate()
                    try await launcher.launch { $0.fault = "leak" }
                }
            }.value
        }
        #expect("\(try #require(error))".contains("suspect: Part"))
    }
}
