#if canImport(XCUIAutomation)
public import OutliveModel

/// What is known of the one process of an application that tests use in turn: how it was launched, and how to reach it.
///
/// A test makes a new `XCUIApplication` of its own; what it is a proxy of runs on. So the record belongs to the test
/// run.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
@MainActor
public final class LaunchRecord {
    /// The record of the target application; another application needs a record of its own.
    public static let shared = LaunchRecord()

    /// By what the application is asked for resets.
    public let channel: ResetChannel
    /// How often the application was launched, relaunches included.
    public private(set) var launches = 0
    /// How often it was reset in place.
    public private(set) var resets = 0
    /// Why it was relaunched instead of being reset, each time that nobody had planned; the oldest first.
    public private(set) var fallbacks: [Failure] = []

    /// The process that runs; nil before the first launch, and while nobody knows its state.
    var running: Running?

    /// Makes the record of an application that was not launched yet.
    ///
    /// - Parameter channel: by what it is asked for resets; the application's host needs the notifier of that kind.
    public nonisolated init(channel: ResetChannel = .http) {
        self.channel = channel
    }

    func noteLaunch(_ running: Running) {
        launches += 1
        self.running = running
    }

    func noteReset(_ settings: any LaunchSettings) {
        resets += 1
        running?.settings = settings
    }

    func noteFallback(_ reason: Failure) {
        fallbacks.append(reason)
    }
}

/// A process: what it was launched with, what it was made ready with last, and where it listens.
struct Running {
    let launched: LaunchInput
    var settings: any LaunchSettings
    let endpoint: ResetEndpoint

    /// The settings that only a relaunch can change, as they are spelled; all of them where their type is another one.
    func relaunchOnlyChanges<Settings: LaunchSettings>(to settings: Settings) throws -> [String] {
        guard let last = self.settings as? Settings else { return Settings.CodingKeys.allCases.map(\.rawValue) }
        return try settings.relaunchOnlyChanges(from: last)
    }
}
#endif
