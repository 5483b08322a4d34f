internal import Synchronization

/// A piece of a host's work while it runs: how the host recognises a request that comes from inside one of its steps.
///
/// Tasks that a step starts inherit the scope with their task-local values and may outlive the step by far: a server
/// does. Once the work is over, the scope says so, and their requests are like any others.
final class ResetScope: Sendable {
    @TaskLocal private static var current: ResetScope?

    private let host: ObjectIdentifier
    private let isOver = Atomic(false)

    private init(_ host: ResetHost) {
        self.host = ObjectIdentifier(host)
    }

    /// Whether the caller is inside work of `host` that still runs.
    static func isInside(_ host: ResetHost) -> Bool {
        guard let current else { return false }
        return current.host == ObjectIdentifier(host) && !current.isOver.load(ordering: .acquiring)
    }

    /// Runs work of `host`.
    static func run<Result>(of host: isolated ResetHost, _ work: () async throws -> Result) async rethrows -> Result {
        let scope = ResetScope(host)
        defer { scope.isOver.store(true, ordering: .releasing) }
        return try await $current.withValue(scope, operation: work)
    }
}
