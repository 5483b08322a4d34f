internal import OutliveSupport

/// The errors during a check that a property cannot throw.
///
/// A property that could see nothing would return "nothing", and end a wait for the disappearance of something.
package final class CheckErrors: Sendable {
    @TaskLocal private static var current: CheckErrors?

    private struct State: Sendable {
        var hiding: (any Error)?
        var last: (any Error)?
    }

    private let state = Lock(State())

    /// Reports an error to the current wait, if any.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - hides: `true` if the error hid the state, so that the check has no result.
    package static func note(_ error: any Error, hides: Bool) {
        current?.state.withLock { state in
            state.last = error
            if hides { state.hiding = error }
        }
    }

    /// The last error that hid the state.
    var hiding: (any Error)? { state.withLock { $0.hiding } }
    /// The last error of any kind.
    var last: (any Error)? { state.withLock { $0.last } }

    /// Runs a check and records its errors.
    nonisolated(nonsending) func watching<Seen>(
        _ look: nonisolated(nonsending) () async throws -> Seen
    ) async throws -> Seen {
        try await Self.$current.withValue(self) { try await look() }
    }
}
