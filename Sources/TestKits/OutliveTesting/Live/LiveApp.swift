public import OutliveDriver
public import OutliveModel
internal import OutliveSupport

/// An application that is lent to a test, ready for use.
public struct LiveApp<Settings: LaunchSettings>: Sendable {
    /// The application, which the test can inspect or reset again.
    public let app: AppUnderTest<Settings>
    /// The way in which the application became ready.
    public let ready: AppReady
    /// The path of the test's own copy of the fixture, or of a new document; `nil` for none.
    public let fixture: String?
    /// The settings of the reset.
    public let settings: Settings

    /// The port substituted for `{port}`, or `nil` if no option uses it.
    public var port: UInt16? { ready.port }

    /// The application that `.liveReset` or `withLiveReset` lent to the current test; the innermost one of several.
    ///
    /// - Throws: `LiveResetError` if no application with such settings is lent to the current task.
    public static var current: LiveApp<Settings> {
        get throws {
            if let app = Loan.current.lazy.compactMap({ $0.app as? LiveApp<Settings> }).last { return app }
            throw LiveResetError(
                description: "no application with \(Settings.self) is lent to this task: "
                    + "add .liveReset to the test, or call withLiveReset in it")
        }
    }
}

/// An error of a test with a live application: it is not available, has died, or leaks.
public struct LiveResetError: Error, CustomStringConvertible, Sendable {
    /// The problem and its remedy.
    public let description: String
}

/// An application that is lent to the current task.
struct Loan: Sendable {
    /// All loans of the task, the innermost last.
    @TaskLocal static var current: [Loan] = []

    private enum Use {
        case byTest, byNestedTest, ended
    }

    let lender: ObjectIdentifier
    /// A `LiveApp` with any settings.
    let app: any Sendable
    /// Shared by all copies.
    private let use = Lock(Use.byTest)
    /// A flag that is raised when evidence was collected after a failure of the test or of a nested use.
    let hasEvidence = Flag()

    /// Takes the application for a nested use.
    ///
    /// - Throws: `LiveResetError` during another nested use, and after the test.
    func beginNestedUse() throws {
        try use.withLock { use in
            switch use {
            case .byTest: use = .byNestedTest
            case .byNestedTest:
                throw LiveResetError(
                    description: "the application is in use by another withLiveReset in the same test: "
                        + "call them one after the other, or from separate tests")
            case .ended:
                throw LiveResetError(
                    description: "the test that the application was lent to has ended: "
                        + "await the call of withLiveReset before the test returns, or call it in a detached task")
            }
        }
    }

    /// Returns the application to the test, if the test is still running.
    func endNestedUse() { use.withLock { if $0 == .byNestedTest { $0 = .byTest } } }

    /// Ends the loan.
    ///
    /// - Throws: `LiveResetError` if a nested use is still running.
    func end() throws {
        try use.withLock { use in
            defer { use = .ended }
            guard use == .byNestedTest else { return }
            throw LiveResetError(
                description: "the test returned while a withLiveReset in it was running: await it in the test")
        }
    }

    var hasEnded: Bool { use.withLock { $0 == .ended } }
}
