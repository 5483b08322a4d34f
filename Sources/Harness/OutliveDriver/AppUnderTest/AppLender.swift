public import OutliveModel

/// A source of applications for tests: a single application or a pool of instances.
public protocol AppLender<Settings>: AnyObject, Sendable {
    /// The launch arguments and variables of the lent application.
    associatedtype Settings: LaunchSettings

    /// Lends an application while `body` runs; waits until one is free.
    ///
    /// Callers are served one at a time for each application, in order of arrival. A nested call inside `body` also
    /// waits, and deadlocks if no other application is free.
    ///
    /// - Parameters:
    ///   - isolation: the caller's actor; pass `#isolation`, or omit it where the concrete type is known.
    ///   - body: the work that uses the application.
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`; `Failure` if the free application cannot be lent; `CancellationError` if the task
    ///   is cancelled while it waits.
    func withApp<Result>(
        isolation: isolated (any Actor)?, _ body: (AppUnderTest<Settings>) async throws -> Result
    ) async throws -> Result
}

extension AppUnderTest: AppLender {
    /// Lends the application while `body` runs; waits until it is free.
    ///
    /// This excludes only other callers of `withApp`; direct calls of the application's methods are still served.
    ///
    /// - Parameters:
    ///   - isolation: the caller's actor; omit it.
    ///   - body: the work that uses the application.
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`; `CancellationError` if the task is cancelled while it waits.
    public func withApp<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (AppUnderTest<Settings>) async throws -> Result
    ) async throws -> Result {
        try await loans.enter()
        defer { loans.leave() }
        return try await body(self)
    }

    /// The number of callers that wait in `withApp`.
    nonisolated var waitingBorrowers: Int { loans.waiting }
}
