internal import FoundationEssentials
internal import Glibc
internal import Outlive
internal import OutliveHTTP

/// What can be asked of the program at its launch and at every reset.
struct HostedSettings: LaunchSettings {
    /// What goes wrong, and when.
    enum Fault: String, Codable {
        case none
        /// It ends with status 9 when what was built with this is torn down.
        case crashInTeardown
        /// What was built with this is never torn down.
        case hangInTeardown
        /// It cannot be built by a reset; a launch can.
        case throwInRebuild
        /// What was built with this outlives the reset.
        case leak
    }

    var label = "plain"
    var pages = 1
    var fault = Fault.none

    enum CodingKeys: String, CodingKey, CaseIterable {
        case label = "--label"
        case pages = "--pages"
        case fault = "FIXTURE_FAULT"
    }
}

/// A program that links Outlive and prints what it is built with.
///
/// Flags before its settings: `--wrong-token` lets its server take another token than the one it is told,
/// `--no-server` gives it none, `--unix PATH` lets it listen there, `--print-token` prints the token and
/// `--print-arguments` the arguments of each build.
enum HostedProgram {
    /// What a step builds.
    final class Part: Sendable {
        let settings: HostedSettings
        init(_ settings: HostedSettings) { self.settings = settings }
    }

    struct Refused: Error {}

    @MainActor private static var leaked: [Part] = []
    @MainActor private static var builds = 0

    static func run() async -> Never {
        let flags = Set(CommandLine.arguments)
        var environment = ProcessInfo.processInfo.environment
        if flags.contains("--print-token") { say("\(getpid()) token \(environment[EnvironmentName.token] ?? "none")") }
        if flags.contains("--wrong-token") {
            environment[EnvironmentName.token] = "another-token-than-that-of-the-launch"
        }
        var address = HTTPAddress.loopback(port: 0)
        if let flag = CommandLine.arguments.firstIndex(of: "--unix") {
            address = .unix(CommandLine.arguments[flag + 1])
        }
        let server: [any ResetNotifier] =
            flags.contains("--no-server") ? [] : [HTTPNotifier(at: address, environment: environment)]
        let host = ResetHost(notifiers: [SignalNotifier()] + server)
        await host.add("part") { @MainActor input in
            try build(input)
        } teardown: { part in
            try await tearDown(part)
        }
        do {
            try await host.start()
        } catch {
            say("\(error)")
            exit(7)
        }
        say("up")
        while true { try? await Task.sleep(for: .seconds(1000)) }
    }

    @MainActor private static func build(_ input: LaunchInput) throws -> Part {
        let settings = try HostedSettings(input, others: .ignored)
        builds += 1
        if settings.fault == .throwInRebuild && builds > 1 { throw Refused() }
        if input.arguments.contains("--print-arguments") {
            say("\(getpid()) arguments \(input.arguments.joined(separator: " "))")
        }
        say("\(getpid()) built \(settings.label) \(settings.pages) \(input.fixture ?? "nothing")")
        return LeakRegistry.shared.track(Part(settings))
    }

    @MainActor private static func tearDown(_ part: Part) async throws {
        say("\(getpid()) tears down \(part.settings.label)")
        switch part.settings.fault {
        case .crashInTeardown: exit(9)
        case .hangInTeardown: while true { try await Task.sleep(for: .seconds(1000)) }
        case .leak: leaked.append(part)
        case .none, .throwInRebuild: break
        }
    }
}
