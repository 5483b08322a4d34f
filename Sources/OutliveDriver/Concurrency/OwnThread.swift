internal import Dispatch

/// Runs work that blocks on a thread of its own, as the threads of the cooperative pool must not wait.
///
/// - Parameter body: gets a flag that rises when the task is cancelled, and should then throw soon.
package func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable (_ stop: Flag) throws -> Value
) async throws -> Value {
    let stop = Flag()
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
