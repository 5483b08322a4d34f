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
    /// A test that was lent one already gets that again: it would wait for itself for ever.
    func withApp<Value>(_ body: (AppUnderTest<Settings>) async throws -> Value) async throws -> Value {
        if let held = Loan.current.last(where: { $0.source == id })?.app as? LiveApp<Settings> {
            return try await body(held.app)
        }
        switch self {
        case .app(let app):
            try await Turns.shared.enter(id)
            do {
                let value = try await body(app)
                await Turns.shared.leave(id)
                return value
            } catch {
                await Turns.shared.leave(id)
                throw error
            }
        case .pool(let pool):
            return try await pool.withApp(body)
        }
    }
}
