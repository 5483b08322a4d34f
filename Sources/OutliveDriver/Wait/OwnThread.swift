internal import Dispatch
internal import Synchronization

/// Tells a thread that its result is no longer wanted.
final class StopFlag: Sendable {
    private let raised = Atomic(false)

    var isRaised: Bool { raised.load(ordering: .relaxed) }

    func raise() { raised.store(true, ordering: .relaxed) }
}

/// Runs work that blocks on a thread of its own, as the threads of the cooperative pool must not wait.
///
/// - Parameter body: gets a flag that rises when the task is cancelled, and should then throw soon.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable (StopFlag) throws -> Value) async throws -> Value {
    let stop = StopFlag()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            // A serial queue gets a thread at once, where a concurrent one may have to wait for a free one.
            DispatchQueue(label: "outlive.blocking").async {
                continuation.resume(with: Result { try body(stop) })
            }
        }
    } onCancel: {
        stop.raise()
    }
}
