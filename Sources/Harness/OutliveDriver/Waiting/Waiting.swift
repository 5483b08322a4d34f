internal import OutliveModel
internal import OutliveSupport

/// A wait: its condition, timeout, clock and place in the source.
struct Waiting {
    var awaited: String
    var within: Duration
    var clock: any Clock<Duration>
    var fileID: String
    var line: Int

    /// Checks repeatedly until the state is wanted.
    ///
    /// - Parameters:
    ///   - look: returns the state; a check that throws or reports a hidden state is repeated.
    ///   - isWanted: returns `true` if the wait is over.
    /// - Returns: the last state.
    /// - Throws: `WaitFailure` if the timeout passes; `CancellationError` if the task is cancelled.
    nonisolated(nonsending) func wait<Seen>(
        _ look: nonisolated(nonsending) () async throws -> Seen, until isWanted: (Seen) throws -> Bool
    ) async throws -> Seen {
        var lastSeen: Seen?
        var lastError: (any Error)?
        let polled = try await poll(within: within, pauses: .doubling, clock: self.clock) { () -> Seen? in
            do {
                let trouble = CheckErrors()
                let seen = try await trouble.watching(look)
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
            awaited: awaited.onOneLine(upTo: 300), lastSeen: lastSeen.map { Self.text($0) },
            lastError: lastError.map { "\($0)".onOneLine(upTo: 300) }, waited: polled.waited, looks: polled.looks,
            fileID: fileID, line: line)
    }

    /// Returns a value as in source code, which distinguishes nil from "nil" and 1 from "1".
    static func text(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return String(reflecting: value).onOneLine(upTo: 300) }
        return mirror.children.first.map { text($0.value) } ?? "nil"
    }
}
