#if canImport(XCUIAutomation)
public import OutliveWire

/// The state of the application process that consecutive tests share: its launch and its reset channel.
///
/// Each test creates its own `XCUIApplication`, which is only a proxy for the running process, so the record belongs to
/// the test run.
/// Type-checked against stubs; not run.
@MainActor
public final class LaunchRecord {
    /// The record of the target application; another application needs its own record.
    public static let shared = LaunchRecord()
    /// The channel for reset requests.
    public let channel: ResetChannel
    /// The number of launches, including relaunches.
    public private(set) var launches = 0
    /// The number of resets in place.
    public private(set) var resets = 0
    /// The failures that led to an unplanned relaunch instead of a reset, oldest first.
    public private(set) var fallbacks: [HarnessFailure] = []
    /// The running process, or `nil` before the first launch and while its state is unknown.
    var running: Running?

    /// Creates the record of an application that has not been launched yet.
    ///
    /// - Parameter channel: The channel for reset requests. The application's host needs the corresponding notifier.
    public nonisolated init(channel: ResetChannel = .http) { self.channel = channel }

    func noteLaunch(_ running: Running) {
        launches += 1
        self.running = running
    }

    func noteReset(_ settings: any LaunchSettings) {
        resets += 1
        running?.settings = settings
    }

    func noteFallback(_ reason: Failure) { fallbacks.append(reason) }
}

/// A running process: its launch input, its latest settings and its reset endpoint.
struct Running {
    let launched: LaunchInput
    var settings: any LaunchSettings
    let endpoint: ResetEndpoint

    /// Returns the spellings of changed settings that require a relaunch, or of all settings if their type differs.
    func relaunchOnlyChanges<Settings: LaunchSettings>(to settings: Settings) throws -> [String] {
        guard let last = self.settings as? Settings else { return Settings.CodingKeys.allCases.map(\.rawValue) }
        return try settings.relaunchOnlyChanges(from: last)
    }
}

/// The way in which an application became ready for a test (type-checked against stubs; not run).
public struct AppReady: Hashable, Sendable {
    /// The ways of becoming ready.
    public enum Way: Hashable, Sendable {
        /// The application was not running under this record, and was launched.
        case launched
        /// The application was reset in place.
        case reset
        /// The application was terminated and launched again.
        case relaunched(RelaunchReason)
    }

    /// The way in which the application became ready.
    public var way: Way
    /// The time from the request until the application was ready, in seconds.
    public var seconds: Double
    /// The answer to the reset, or `nil` after a launch or a reset by Darwin notification.
    package var answer: ResetAnswer?

    /// Creates a description.
    package init(way: Way, seconds: Double, answer: ResetAnswer? = nil) {
        self.way = way
        self.seconds = seconds
        self.answer = answer
    }
}

/// The reason why an application was relaunched instead of reset (type-checked against stubs; not run).
public enum RelaunchReason: Hashable, Sendable {
    /// Settings changed that require a relaunch. The values are their spellings.
    case changed([String])
    /// The channel cannot transmit settings, and they differ from the launch's.
    case settingsNotSent
    /// The reset failed, and a fallback replaced it.
    case fallback(HarnessFailure)
}
#endif
