internal import OutliveModel
internal import OutliveSupport

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
///   - check: returns the value; returns `nil` or throws to be called again.
/// - Returns: the value.
/// - Throws: `WaitFailure` if the timeout passes; `CancellationError` if the task is cancelled.
@discardableResult
public nonisolated(nonsending) func wait<Value>(
    for awaited: String, within limit: Duration = .seconds(10), clock: any Clock<Duration> = SuspendingClock(),
    fileID: String = #fileID, line: Int = #line, _ check: nonisolated(nonsending) () async throws -> Value?
) async throws -> Value {
    try await awaitState(awaited, within: limit, clock: clock, fileID: fileID, line: line, check) { $0 != nil }!
}

/// Waits until a condition is true; for values that are not `Waitable`.
///
/// Parameters and errors: see the `wait(for:)` that returns a value.
public nonisolated(nonsending) func wait(
    for awaited: String, within limit: Duration = .seconds(10), clock: any Clock<Duration> = SuspendingClock(),
    fileID: String = #fileID, line: Int = #line, _ condition: nonisolated(nonsending) () async throws -> Bool
) async throws {
    _ = try await awaitState(awaited, within: limit, clock: clock, fileID: fileID, line: line, condition) { $0 }
}

/// Checks repeatedly until the state is wanted.
nonisolated(nonsending) func awaitState<Seen>(
    _ awaited: String, within limit: Duration, clock: any Clock<Duration>, fileID: String, line: Int,
    _ check: nonisolated(nonsending) () async throws -> Seen, until isWanted: (Seen) throws -> Bool
) async throws -> Seen {
    var lastSeen: Seen?
    var lastError: (any Error)?
    let polled = try await poll(within: limit, pauses: .doubling, clock: clock) { () -> Seen? in
        do {
            let trouble = CheckErrors()
            let seen = try await trouble.watching(check)
            if let hiding = trouble.hiding { throw hiding }
            lastSeen = seen
            lastError = trouble.last
            return try isWanted(seen) ? seen : nil
        } catch {
            try Task.checkCancellation()
            lastError = error
            return nil
        }
    }
    if let answer = polled.answer { return answer }
    throw WaitFailure(
        awaited: awaited.onOneLine(upTo: 300), lastSeen: lastSeen.map { sourceText($0) },
        lastError: lastError.map { "\($0)".onOneLine(upTo: 300) }, waited: polled.waited, checks: polled.checks,
        fileID: fileID, line: line)
}

/// Returns a value as in source code, which distinguishes nil from "nil" and 1 from "1".
func sourceText(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return String(reflecting: value).onOneLine(upTo: 300) }
    return mirror.children.first.map { sourceText($0.value) } ?? "nil"
}

/// A wait whose condition did not come true in time.
public struct WaitFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the condition.
    public let awaited: String
    /// The last state that a check returned, or `nil` if none did.
    public let lastSeen: String?
    /// The error of the last check, thrown or reported, or `nil` if there was none.
    public let lastError: String?
    /// The duration of the wait.
    public let waited: Duration
    /// The number of checks, at least 1.
    public let checks: Int
    /// The `#fileID` of the wait: `Module/File.swift`.
    public let fileID: String
    /// The line of the wait, counted from 1.
    public let line: Int

    /// The failure as one line.
    public var description: String {
        var text = "timed out after \(waited) waiting for \(awaited) (\(counted(checks, "check"))): "
        switch (lastSeen, lastError) {
        case (let seen?, let error?): text += "last seen \(seen), and the last check failed: \(error)"
        case (let seen?, nil): text += "last seen \(seen)"
        case (nil, let error?): text += "the last check failed: \(error)"
        case (nil, nil): text += "no value was read"
        }
        return "\(text) (\(fileID):\(line))"
    }
}

/// The errors during a check that a property cannot throw.
///
/// Without them, a property that fails and returns an empty value would end a wait for something to disappear.
package final class CheckErrors: Sendable {
    @TaskLocal private static var current: CheckErrors?

    private let state = Lock<(hiding: (any Error)?, last: (any Error)?)>((nil, nil))

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

    var hiding: (any Error)? { state.withLock { $0.hiding } }
    var last: (any Error)? { state.withLock { $0.last } }

    nonisolated(nonsending) func watching<Seen>(
        _ check: nonisolated(nonsending) () async throws -> Seen
    ) async throws -> Seen {
        try await Self.$current.withValue(self) { try await check() }
    }
}
