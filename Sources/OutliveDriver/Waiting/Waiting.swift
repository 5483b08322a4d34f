internal import OutliveModel

/// One wait: what for, how long, by which clock, and where in the source.
struct Waiting {
    var awaited: String
    var within: Duration
    var clock: any Clock<Duration>
    var fileID: String
    var line: Int

    /// Looks until it is what is wanted.
    ///
    /// - Parameters:
    ///   - look: what there is now; one that throws, or notes what it could not look past, is tried again.
    ///   - isWanted: whether that is what is waited for.
    /// - Returns: what was seen last.
    /// - Throws: `WaitFailure` when the time is up; `CancellationError` when the task is cancelled.
    nonisolated(nonsending) func wait<Seen>(
        _ look: nonisolated(nonsending) () async throws -> Seen, until isWanted: (Seen) throws -> Bool
    ) async throws -> Seen {
        var lastSeen: Seen?
        var lastError: (any Error)?
        let polled = try await poll(within: within, pauses: .doubling, clock: clock) { () -> Seen? in
            do {
                let trouble = LookTrouble()
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

    /// A value as it would be written, which tells nil and "nil", 1 and "1" apart.
    static func text(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return String(reflecting: value).onOneLine(upTo: 300) }
        return mirror.children.first.map { text($0.value) } ?? "nil"
    }
}
