/// Waits until there is a value, for what is no `Waitable`.
///
///     let note = try await wait(for: "the first note") { try await client.notes().first }
///
/// Looks are taken as `Waitable` takes them.
///
/// - Parameters:
///   - awaited: what is waited for, in words.
///   - limit: the longest wait.
///   - clock: what the wait is measured by.
///   - fileID: where a failure points to.
///   - line: where a failure points to.
///   - look: returns nil, or throws, to be asked again.
/// - Returns: the value.
/// - Throws: `WaitFailure` when none came in time; `CancellationError` when the task is cancelled.
@discardableResult
public nonisolated(nonsending) func wait<Value>(
    for awaited: String, within limit: Duration = .seconds(10), clock: any Clock<Duration> = SuspendingClock(),
    fileID: String = #fileID, line: Int = #line, _ look: nonisolated(nonsending) () async throws -> Value?
) async throws -> Value {
    let waiting = Waiting(awaited: awaited, within: limit, clock: clock, fileID: fileID, line: line)
    return try await waiting.wait(look) { $0 != nil }!
}

/// Waits until a condition holds, for what is no `Waitable`.
///
/// Parameters and errors are those of the `wait(for:)` that returns a value.
public nonisolated(nonsending) func wait(
    for awaited: String, within limit: Duration = .seconds(10), clock: any Clock<Duration> = SuspendingClock(),
    fileID: String = #fileID, line: Int = #line, _ condition: nonisolated(nonsending) () async throws -> Bool
) async throws {
    let waiting = Waiting(awaited: awaited, within: limit, clock: clock, fileID: fileID, line: line)
    _ = try await waiting.wait(condition) { $0 }
}
