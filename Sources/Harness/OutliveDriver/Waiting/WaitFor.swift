/// Waits until there is a value; for conditions of values that are not `Waitable`.
///
///     let note = try await wait(for: "the first note") { try await client.notes().first }
///
/// Checks happen as for `Waitable`.
///
/// - Parameters:
///   - awaited: a description of the condition.
///   - limit: the timeout.
///   - clock: the clock of the timeout.
///   - fileID: the file in a failure.
///   - line: the line in a failure.
///   - look: returns the value; returns `nil` or throws to be called again.
/// - Returns: the value.
/// - Throws: `WaitFailure` if the timeout passes; `CancellationError` if the task is cancelled.
@discardableResult
public nonisolated(nonsending) func wait<Value>(
    for awaited: String, within limit: Duration = .seconds(10), clock: any Clock<Duration> = SuspendingClock(),
    fileID: String = #fileID, line: Int = #line, _ look: nonisolated(nonsending) () async throws -> Value?
) async throws -> Value {
    let waiting = Waiting(awaited: awaited, within: limit, clock: clock, fileID: fileID, line: line)
    return try await waiting.wait(look) { $0 != nil }!
}

/// Waits until a condition is true; for values that are not `Waitable`.
///
/// Parameters and errors are those of the `wait(for:)` that returns a value.
public nonisolated(nonsending) func wait(
    for awaited: String, within limit: Duration = .seconds(10), clock: any Clock<Duration> = SuspendingClock(),
    fileID: String = #fileID, line: Int = #line, _ condition: nonisolated(nonsending) () async throws -> Bool
) async throws {
    let waiting = Waiting(awaited: awaited, within: limit, clock: clock, fileID: fileID, line: line)
    _ = try await waiting.wait(condition) { $0 }
}
