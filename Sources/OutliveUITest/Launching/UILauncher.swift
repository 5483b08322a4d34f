public import OutliveModel
public import OutliveTesting

/// Makes the application ready again within a test, and remembers with which settings.
///
///     let launcher = UILauncher(live)
///     try await launcher.launch { $0.signedIn = "ada@example.org" }
///     try await launcher.open(link: "notes://note/Milk", as: \.open)  // the rest of the settings as before
///     try await launcher.launch()                                     // and once more, without the link
///
/// The application works on the fixture of the test each time, as it is by then. It is reset wherever that can do, and
/// launched where it is not running.
public actor UILauncher<Settings: LaunchSettings> {
    private let live: LiveApp<Settings>
    /// The windows of the application: the same over all launches, with its interruption handlers.
    public nonisolated let ui: UIApplication
    /// What the application is made ready with, but for links.
    public private(set) var settings: Settings

    /// Takes over an application that a test was lent, with the settings that it was reset with.
    public init(_ live: LiveApp<Settings>) {
        self.live = live
        ui = live.ui
        settings = live.settings
    }

    /// Changes the remembered settings, and makes the application ready with them.
    ///
    /// - Parameter change: what is to be different from now on; nothing by default.
    /// - Returns: the windows of the application.
    /// - Throws: what `AppUnderTest.reset` throws; the settings are remembered as they were before, then.
    @discardableResult
    public func launch(_ change: @Sendable (inout Settings) -> Void = { _ in }) async throws -> UIApplication {
        var changed = settings
        change(&changed)
        try await live.app.reset(changed, fixture: live.fixture)
        settings = changed
        return ui
    }

    /// Makes the application ready as if it had been launched by a link; the link itself is not remembered.
    ///
    /// - Parameters:
    ///   - link: the link, as the application is given it.
    ///   - setting: which of the settings it is.
    /// - Returns: the windows of the application.
    /// - Throws: what `AppUnderTest.reset` throws.
    @discardableResult
    public func open(
        link: String, as setting: any WritableKeyPath<Settings, String?> & Sendable
    ) async throws -> UIApplication {
        var opened = settings
        opened[keyPath: setting] = link
        try await live.app.reset(opened, fixture: live.fixture)
        return ui
    }

    /// Ends the application, as for a test of what it finds at its next launch.
    ///
    /// A test that leaves it like this is not judged by leaks: nothing outlives a process.
    ///
    /// - Throws: `Failure` when it does not even end when killed.
    public func terminate() async throws {
        try await live.app.stop()
    }
}
