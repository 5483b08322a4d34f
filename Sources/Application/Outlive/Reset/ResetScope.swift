internal import OutliveSupport

/// A piece of a host's work while it runs; it identifies requests from inside one of the host's steps.
///
/// Tasks started by a step inherit the scope with their task-local values and may outlive it, as a server does. Once
/// the work is over, their requests are like any others.
final class ResetScope: Sendable {
    @TaskLocal private static var current: ResetScope?

    private let host: ObjectIdentifier
    private let isOver = Flag()

    private init(_ host: ResetHost) {
        self.host = ObjectIdentifier(host)
    }

    /// Returns `true` if the caller is inside work of `host` that is still running.
    static func isInside(_ host: ResetHost) -> Bool {
        guard let current else { return false }
        return current.host == ObjectIdentifier(host) && !current.isOver.isRaised
    }

    /// Runs work of `host`.
    static func run<Result>(of host: isolated ResetHost, _ work: () async throws -> Result) async rethrows -> Result {
        let scope = ResetScope(host)
        defer { scope.isOver.raise() }
        return try await $current.withValue(scope, operation: work)
    }
}
