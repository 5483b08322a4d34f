public import OutliveModel
public import OutliveTesting

/// A launcher that resets or relaunches the application within a test, and remembers its settings.
///
///     let launcher = UILauncher(live)
///     try await launcher.launch { $0.signedIn = "ada@example.org" }
///     try await launcher.open(link: "notes://note/Milk", as: \.open)  // the rest of the settings as before
///     try await launcher.launch()                                     // and once more, without the link
///
/// Each launch keeps the current content of the test's fixture. The application is reset if possible, and launched if
/// it is not running.
public actor UILauncher<Settings: LaunchSettings> {
    private let live: LiveApp<Settings>
    /// The windows of the application, with their interruption handlers, across all launches.
    public nonisolated let ui: UIApplication
    /// The current settings, without links.
    public private(set) var settings: Settings

    /// Creates a launcher for the application of a test, with the settings of its last reset.
    public init(_ live: LiveApp<Settings>) {
        self.live = live
        ui = live.ui
        settings = live.settings
    }

    /// Changes the remembered settings, and makes the application ready with them.
    ///
    /// - Returns: The windows of the application.
    /// - Throws: The errors of `AppUnderTest.reset`. The remembered settings then stay unchanged.
    @discardableResult
    public func launch(_ change: @Sendable (inout Settings) -> Void = { _ in }) async throws -> UIApplication {
        var changed = settings
        change(&changed)
        try await live.app.reset(changed, fixture: live.fixture)
        settings = changed
        return ui
    }

    /// Makes the application ready as if launched by a link; the link is not remembered.
    ///
    /// - Parameters:
    ///   - link: The link as passed to the application.
    ///   - setting: The setting that receives the link.
    /// - Returns: The windows of the application.
    /// - Throws: The errors of `AppUnderTest.reset`.
    @discardableResult
    public func open(
        link: String, as setting: any WritableKeyPath<Settings, String?> & Sendable
    ) async throws -> UIApplication {
        var opened = settings
        opened[keyPath: setting] = link
        try await live.app.reset(opened, fixture: live.fixture)
        return ui
    }

    /// Ends the application, for example before testing its next launch.
    ///
    /// A test that leaves the application stopped is not checked for leaks, because no object outlives the process.
    ///
    /// - Throws: `HarnessFailure` if the application does not end even when killed.
    public func terminate() async throws { try await live.app.stop() }
}
