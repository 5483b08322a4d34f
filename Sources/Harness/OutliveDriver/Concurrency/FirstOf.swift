internal import Dispatch
package import OutliveSupport

/// The outcome of a wait.
enum WaitOutcome<Value: Sendable>: Sendable {
    case value(Value)
    /// The process ended first.
    case exited(ProcessExit)
    /// The timeout passed first.
    case timedOut

    /// The awaited value, or `nil` if something else came first.
    var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

/// Waits for `operation` until it ends, `timeout` passes or the process exits.
///
/// A late operation is cancelled and must end soon after.
///
/// - Throws: the error of the operation; `CancellationError` as soon as the task is cancelled.
func firstOf<Value: Sendable>(
    timeout: Duration, exit: Promise<ProcessExit>? = nil, operation: @escaping @Sendable () async throws -> Value
) async throws -> WaitOutcome<Value> {
    try await withThrowingTaskGroup(of: WaitOutcome<Value>.self) { group in
        defer { group.cancelAll() }
        group.addTask { .value(try await operation()) }
        group.addTask {
            try await Task.sleep(for: timeout, clock: .suspending)
            return .timedOut
        }
        if let exit {
            group.addTask { .exited(try await exit.get()) }
        }
        guard let first = try await group.next() else { throw CancellationError() }
        try Task.checkCancellation()
        return first
    }
}

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
