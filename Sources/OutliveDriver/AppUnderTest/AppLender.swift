public import OutliveModel

/// What tests are lent an application by: one alone, or a pool of instances.
public protocol AppLender<Settings>: AnyObject, Sendable {
    /// The launch arguments and variables of what is lent.
    associatedtype Settings: LaunchSettings

    /// Lends an application for the time that `body` takes; waits until one is free.
    ///
    /// It is lent to one at a time, in the order in which they ask. A call from within `body` waits for it, too, where
    /// no other application is free: for ever.
    ///
    /// - Parameters:
    ///   - isolation: the caller's actor: `#isolation`, which may be left out where the lender's type is known.
    ///   - body: what uses the application.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; `Failure` when what is free cannot be lent; `CancellationError` when the task is
    ///   cancelled while it waits.
    func withApp<Result>(
        isolation: isolated (any Actor)?, _ body: (AppUnderTest<Settings>) async throws -> Result
    ) async throws -> Result
}

extension AppUnderTest: AppLender {
    /// Lends the application for the time that `body` takes; waits until nobody else has it.
    ///
    /// Only those who ask for it here are kept apart: the application does as it is told by everybody.
    ///
    /// - Parameters:
    ///   - isolation: the caller's actor; leave it out.
    ///   - body: what uses the application.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; `CancellationError` when the task is cancelled while it waits.
    public func withApp<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (AppUnderTest<Settings>) async throws -> Result
    ) async throws -> Result {
        try await loans.enter()
        defer { loans.leave() }
        return try await body(self)
    }

    /// How many wait to be lent the application.
    nonisolated var borrowersWaiting: Int { loans.waiting }
}
