public import OutliveDriver
public import OutliveModel

/// An application that a test was lent, ready for use.
public struct LiveApp<Settings: LaunchSettings>: Sendable {
    /// The application, to reset it again within the test or to inspect it.
    public let app: AppUnderTest<Settings>
    /// The way in which the application became ready.
    public let ready: AppReady
    /// The path of the test's own copy of the fixture, or of a new document; `nil` for none.
    public let fixture: String?
    /// The settings of the reset.
    public let settings: Settings

    /// The port substituted for `{port}`, or `nil` if no option uses it.
    public var port: UInt16? { ready.port }

    /// The application that `.liveReset` or `withLiveReset` lent to the current test; the last one of several.
    ///
    /// - Throws: `LiveResetError` if the current task belongs to no test that was lent one with such settings.
    public static var current: LiveApp<Settings> {
        get throws {
            for loan in Loan.current.reversed() {
                if let app = loan.app as? LiveApp<Settings> { return app }
            }
            throw LiveResetError(
                description: "no application with \(Settings.self) is lent to this task: "
                    + "add .liveReset to the test, or call withLiveReset in it")
        }
    }
}

/// An error of a live reset that is impossible or found leaks.
public struct LiveResetError: Error, CustomStringConvertible, Sendable {
    /// The problem and its remedy.
    public let description: String
}
