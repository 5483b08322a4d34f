internal import Dispatch
package import OutliveSupport

/// Runs blocking work on a thread of its own, because threads of the cooperative pool must not block.
///
/// - Parameter body: the work; its flag is raised when the task is cancelled, and the work should then throw soon.
package func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable (_ stop: Flag) throws -> Value
) async throws -> Value {
    let stop = Flag()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            // A serial queue gets a thread at once; a concurrent one may wait for a free thread.
            DispatchQueue(label: "outlive.blocking").async {
                continuation.resume(with: Result { try body(stop) })
            }
        }
    } onCancel: {
        stop.raise()
    }
}
