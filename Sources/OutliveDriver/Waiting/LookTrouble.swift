/// What a look met that the property it looked at cannot throw.
///
/// A property answers "nothing" also when it could see nothing, which would end a wait for something to be gone.
package final class LookTrouble: Sendable {
    @TaskLocal private static var current: LookTrouble?

    private struct State: Sendable {
        var hiding: (any Error)?
        var last: (any Error)?
    }

    private let state = Locked(State())

    /// Tells the wait, if any, whose look this is.
    ///
    /// - Parameters:
    ///   - error: what was met.
    ///   - hides: whether what is there could not be seen by it: the look is no answer then.
    package static func note(_ error: any Error, hides: Bool) {
        current?.state.withLock { state in
            state.last = error
            if hides { state.hiding = error }
        }
    }

    /// What hid what there was to see.
    var hiding: (any Error)? { state.withLock { $0.hiding } }
    /// What was met last, whether it hid anything or not.
    var last: (any Error)? { state.withLock { $0.last } }

    /// Takes a look, and is told of what that meets.
    nonisolated(nonsending) func watching<Seen>(
        _ look: nonisolated(nonsending) () async throws -> Seen
    ) async throws -> Seen {
        try await Self.$current.withValue(self) { try await look() }
    }
}
