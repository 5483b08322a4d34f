/// How a wait ended.
enum WaitOutcome<Value: Sendable>: Sendable {
    /// What was waited for has come.
    case value(Value)
    /// The process ended first.
    case exited(ProcessExit)
    /// The time was up first.
    case timedOut
}

/// Waits for `operation`, but no longer than `timeout`, and not when the process has ended.
///
/// The operation is cancelled when it comes too late, and has to end soon after.
///
/// - Parameters:
///   - timeout: the longest wait.
///   - exit: the end of the process without which waiting is pointless, where there is one.
///   - operation: what is waited for.
/// - Throws: what the operation throws; `CancellationError` as soon as the task is cancelled.
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
