internal import FoundationEssentials
internal import Glibc
internal import Outlive
internal import OutliveHTTP

/// The settings of the program at its launch and at every reset.
struct HostedSettings: LaunchSettings {
    /// The fault, and when it occurs.
    enum Fault: String, Codable {
        case none
        /// The process ends with status 9 in the teardown of the step.
        case crashInTeardown
        /// The teardown of the step never ends.
        case hangInTeardown
        /// The step cannot be built by a reset, only by a launch.
        case throwInRebuild
        /// The part that the step builds outlives the reset.
        case leak
        /// As `leak`, and so does an object that is not registered.
        case leakUnregistered
        /// The teardown of the step leaves a flag and the label behind.
        case keepState
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
/// Flags before its settings: `--wrong-token` makes its server expect a token other than the one in its environment,
/// `--no-server` leaves the server out, `--unix PATH` makes it listen there, `--print-token` prints the token,
/// `--token-file PATH` adds it to a file, a line for each launch, and `--print-arguments` prints the arguments of each
/// build.
enum HostedProgram {
    /// The object that a step builds.
    final class Part: Sendable {
        let settings: HostedSettings
        init(_ settings: HostedSettings) { self.settings = settings }
    }

    /// An object that no registry knows.
    final class Sheet: Sendable {
        let label: String
        init(label: String) { self.label = label }
    }

    struct Refused: Error {}

    @MainActor private static var leaked: [Part] = []
    @MainActor private static var sheets: [Int: Sheet] = [:]
    @MainActor private static var builds = 0
    @MainActor private static var isUsed = false
    @MainActor private static var recent: [String] = []

    static func run() async -> Never {
        let flags = Set(CommandLine.arguments)
        var environment = ProcessInfo.processInfo.environment
        let token = environment[EnvironmentName.token] ?? "none"
        if flags.contains("--print-token") { say("\(getpid()) token \(token)") }
        if let path = value(of: "--token-file") { append(token, to: path) }
        if flags.contains("--wrong-token") {
            environment[EnvironmentName.token] = "another-token-than-that-of-the-launch"
        }
        let address = value(of: "--unix").map { HTTPAddress.unix($0) } ?? .loopback
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

    /// Returns the word after a flag, or `nil` if the flag is not given.
    private static func value(of flag: String) -> String? {
        CommandLine.arguments.firstIndex(of: flag).map { CommandLine.arguments[$0 + 1] }
    }

    /// Adds a line to a file, whole, as two processes may do it at once.
    private static func append(_ line: String, to path: String) {
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        defer { close(file) }
        guard write(file, line + "\n", line.utf8.count + 1) == line.utf8.count + 1 else {
            say("cannot write \(path)")
            exit(6)
        }
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
        case .leakUnregistered:
            leaked.append(part)
            // Something has to be replaced, or the reset would pass for one that does nothing.
            LeakRegistry.shared.track(Sheet(label: "let go"), as: "let go")
            sheets[builds] = Sheet(label: part.settings.label)
        case .keepState:
            isUsed = true
            if !recent.contains(part.settings.label) { recent.append(part.settings.label) }
        case .none, .throwInRebuild: break
        }
    }
}
