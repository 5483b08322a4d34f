internal import OutliveSupport

/// The outcome of a wait.
enum WaitOutcome<Value: Sendable>: Sendable {
    /// The awaited value.
    case value(Value)
    /// The process ended first.
    case exited(ProcessExit)
    /// The timeout passed first.
    case timedOut
}

/// Waits for `operation` until it ends, `timeout` passes or the process exits.
///
/// A late operation is cancelled and must end soon after.
///
/// - Parameters:
///   - timeout: the longest wait.
///   - exit: the end of the process that the wait depends on, if any.
///   - operation: the operation to wait for.
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
