internal import OutliveDriver

/// An application that is lent to the current task.
struct Loan: Sendable {
    /// All of them, the innermost last.
    @TaskLocal static var current: [Loan] = []

    private enum Use {
        case own, within, over
    }

    /// The `AppLender` that lent it.
    let lender: ObjectIdentifier
    /// A `LiveApp`, of whatever settings.
    let app: any Sendable
    /// The same for all copies.
    private let use = Locked(Use.own)
    private let seen = Flag()

    init(by lender: ObjectIdentifier, _ app: some Sendable) {
        self.lender = lender
        self.app = app
    }

    /// Takes the application for a use within the test.
    ///
    /// - Throws: `LiveResetError` while another one has it, and when the test is over.
    func take() throws {
        try use.withLock { use in
            switch use {
            case .own: use = .within
            case .within:
                throw LiveResetError(
                    description: "the application is at another withLiveReset within the same test: "
                        + "call them one after the other, or from tests of their own")
            case .over:
                throw LiveResetError(
                    description: "the test that the application was lent to is over: "
                        + "await what calls withLiveReset before the test returns, or call it in a detached task")
            }
        }
    }

    /// Gives the application back to the test, if that goes on.
    func giveBack() {
        use.withLock { if $0 == .within { $0 = .own } }
    }

    /// Ends the loan.
    ///
    /// - Throws: `LiveResetError` when a use within the test goes on.
    func end() throws {
        try use.withLock { use in
            defer { use = .over }
            guard use == .within else { return }
            throw LiveResetError(
                description: "the test returned while a withLiveReset within it went on: await it in the test")
        }
    }

    /// Notes that the application was looked at as a failed use within the test, or the test itself, left it.
    func see() { seen.raise() }

    /// Whether it was looked at.
    var isSeen: Bool { seen.isRaised }

    /// Whether the test that it was lent to is over.
    var isOver: Bool { use.withLock { $0 == .over } }
}
