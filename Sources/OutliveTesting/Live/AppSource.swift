internal import OutliveDriver
internal import OutliveModel

/// Where tests get an application from.
enum AppSource<Settings: LaunchSettings>: Sendable {
    /// One that is lent to one test at a time.
    case app(AppUnderTest<Settings>)
    /// Several, each lent to one test at a time.
    case pool(AppPool<Settings>)

    /// Tells sources apart.
    var id: ObjectIdentifier {
        switch self {
        case .app(let app): ObjectIdentifier(app)
        case .pool(let pool): ObjectIdentifier(pool)
        }
    }

    /// Lends an application for the time that `body` takes, in the order in which tests ask.
    ///
    /// A test that was lent one already gets that again, once at a time: it would wait for itself for ever.
    ///
    /// - Parameter body: is given the application, and the loan within which it is used, if any.
    /// - Throws: what `body` throws; `LiveResetError` when the loan cannot be used now; `CancellationError`.
    func withApp<Value>(_ body: (AppUnderTest<Settings>, Loan?) async throws -> Value) async throws -> Value {
        if let loan = Loan.current.last(where: { $0.source == id }), let held = loan.app as? LiveApp<Settings> {
            try loan.take()
            defer { loan.giveBack() }
            return try await body(held.app, loan)
        }
        switch self {
        case .app(let app):
            try await Turns.shared.enter(id)
            do {
                let value = try await body(app, nil)
                await Turns.shared.leave(id)
                return value
            } catch {
                await Turns.shared.leave(id)
                throw error
            }
        case .pool(let pool):
            return try await pool.withApp { try await body($0, nil) }
        }
    }
}
