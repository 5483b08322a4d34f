public import OutliveDriver
public import OutliveModel

/// The application that a test was lent, ready for it.
public struct LiveApp<Settings: LaunchSettings>: Sendable {
    /// The application, to reset it once more within the test or to look at it.
    public let app: AppUnderTest<Settings>
    /// How it got ready.
    public let ready: AppReady
    /// The path of the fixture that it works on: the test's own copy, or a document to be made; nil for none.
    public let fixture: String?
    /// What it was reset with.
    public let settings: Settings

    /// The value of `{port}`; nil where no option holds it.
    public var port: UInt16? { ready.port }

    /// The application that the current test was lent, by `.liveReset` or by `withLiveReset`; of several the last.
    ///
    /// - Throws: `LiveResetError` when the current task belongs to no test that was lent one with such settings.
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

/// A reset for a test that cannot be had, or that found what must not be.
public struct LiveResetError: Error, CustomStringConvertible, Sendable {
    /// What happened, and what to do about it.
    public let description: String
}
