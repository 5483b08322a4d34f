import Foundation
import OutliveDriver
import OutliveModel
import OutliveTesting
import Testing

/// The settings of the program `outlive-fixture host`.
struct HostSettings: LaunchSettings {
    var label = "plain"
    var fault = "none"

    enum CodingKeys: String, CodingKey, CaseIterable {
        case label = "--label"
        case fault = "FIXTURE_FAULT"
    }

    /// Applications that are launched when the first tests need them.
    static func pool(of count: Int) -> AppPool<HostSettings> {
        try! AppPool(count: count, configuration(), settings: HostSettings.self)
    }

    static func configuration(expecting expected: [String] = []) throws -> ApplicationConfiguration {
        var configuration = try ApplicationConfiguration(
            launch: BuiltProduct.launch("outlive-fixture", "host {dir}"), ready: "notify", reset: "http",
            timeout: .seconds(60), settle: .milliseconds(200), expect: expected)
        configuration.heap = try heap()
        return configuration
    }

    /// Returns the settings of the heap tier if the environment of the examples' process requests it.
    private static func heap() throws -> HeapSettings? {
        guard ProcessInfo.processInfo.environment["OUTLIVE_TESTING_HEAP"] == "1" else { return nil }
        return HeapSettings(library: try HeapSettings.libraryBesideThisExecutable(), atExit: false)
    }
}

extension AppUnderTest<HostSettings> {
    /// Waits until the application has printed a text; what it prints comes beside its answers, and may come later.
    func prints(_ text: String, times: Int = 1) async throws {
        let end = SuspendingClock.now.advanced(by: .seconds(60))
        while await log.ranges(of: text).count < times {
            guard SuspendingClock.now < end else { throw Silence(description: "no '\(text)' in: \(await log)") }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

/// The error for a line that was expected but not printed.
struct Silence: Error, CustomStringConvertible {
    let description: String
}

/// The applications of the examples.
enum LiveExampleApps {
    static let pool = HostSettings.pool(of: 2)
}

/// Run by `LiveResetRunTests` in a process of its own.
@Suite(
    .enabled(if: ChildRun.isInside),
    .liveReset(LiveExampleApps.pool, fixture: .newDocument(named: "notes.txt")))
struct LiveExamples {
    @Test func passing() async throws {
        let live = try LiveApp<HostSettings>.current
        try await live.app.prints("built plain 1 \(live.fixture ?? "?")")
    }

    @Test func failing() async throws {
        let live = try LiveApp<HostSettings>.current
        try "what the test wrote".write(toFile: live.fixture ?? "?", atomically: true, encoding: .utf8)
        #expect(Bool(false), "on purpose")
    }

    @Test func throwing() throws {
        struct Trouble: Error {}
        throw Trouble()
    }

    @Test(.liveReset(LiveExampleApps.pool, settings: HostSettings(fault: "leak")))
    func leaking() throws {
        _ = try LiveApp<HostSettings>.current
    }

    @Test(
        .liveReset(
            LiveExampleApps.pool, settings: HostSettings(fault: "crashInTeardown"),
            fixture: .newDocument(named: "notes.txt")))
    func dying() async throws {
        let live = try LiveApp<HostSettings>.current
        try await live.app.prints("built plain 1 \(live.fixture ?? "?")")
        try "of the dead".write(toFile: live.fixture ?? "?", atomically: true, encoding: .utf8)
    }

    @Test func known() {
        withKnownIssue { #expect(Bool(false)) }
    }
}
