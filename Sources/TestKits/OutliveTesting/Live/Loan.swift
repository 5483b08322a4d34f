internal import OutliveDriver
internal import OutliveSupport

/// An application that is lent to the current task.
struct Loan: Sendable {
    /// All loans of the task, the innermost last.
    @TaskLocal static var current: [Loan] = []

    private enum Use {
        case own, within, over
    }

    /// The identity of the `AppLender`.
    let lender: ObjectIdentifier
    /// A `LiveApp` with any settings.
    let app: any Sendable
    /// Shared by all copies.
    private let use = Lock(Use.own)
    private let seen = Flag()

    init(by lender: ObjectIdentifier, _ app: some Sendable) {
        self.lender = lender
        self.app = app
    }

    /// Takes the application for a nested use.
    ///
    /// - Throws: `LiveResetError` during another nested use, and after the test.
    func take() throws {
        try use.withLock { use in
            switch use {
            case .own: use = .within
            case .within:
                throw LiveResetError(
                    description: "the application is in use by another withLiveReset in the same test: "
                        + "call them one after the other, or from separate tests")
            case .over:
                throw LiveResetError(
                    description: "the test that the application was lent to has ended: "
                        + "await the call of withLiveReset before the test returns, or call it in a detached task")
            }
        }
    }

    /// Returns the application to the test, if that still runs.
    func giveBack() {
        use.withLock { if $0 == .within { $0 = .own } }
    }

    /// Ends the loan.
    ///
    /// - Throws: `LiveResetError` if a nested use is still running.
    func end() throws {
        try use.withLock { use in
            defer { use = .over }
            guard use == .within else { return }
            throw LiveResetError(
                description: "the test returned while a withLiveReset in it was running: await it in the test")
        }
    }

    /// Records that evidence was collected after a failure of a nested use or of the test itself.
    func see() { seen.raise() }

    /// `true` if evidence was collected.
    var isSeen: Bool { seen.isRaised }

    /// `true` if the test that borrowed the application is over.
    var isOver: Bool { use.withLock { $0 == .over } }
}
