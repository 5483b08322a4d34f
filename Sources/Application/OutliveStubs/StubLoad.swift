#if LiveReset
internal import OutliveSupport

/// The progress of a response to a session: the parts that are due, and the parts that have been delivered.
final class StubLoad: Sendable {
    let answer: StubAnswer
    let parts: AnswerParts
    private let clock: any Clock<Duration>
    private let progress: Lock<(due: Int, delivered: Int, pacing: Task<Void, Never>?)>

    init(_ answer: StubAnswer, whole: Bool, clock: any Clock<Duration>) {
        self.answer = answer
        parts = AnswerParts(answer, whole: whole)
        self.clock = clock
        var due = 0
        while due < parts.count, parts.time(of: due) == .zero { due += 1 }
        progress = Lock((due: due, delivered: 0, pacing: nil))
    }

    deinit { pause() }

    /// Returns the next part to deliver, or `nil` if none is due.
    func nextDue() -> Int? {
        progress.withLock { progress in
            guard progress.delivered < progress.due else { return nil }
            defer { progress.delivered += 1 }
            return progress.delivered
        }
    }

    var isDelivered: Bool { progress.withLock { $0.delivered == parts.count } }

    /// Starts the timeline, unless it is running.
    ///
    /// - Parameter wake: Called whenever a part is due.
    func run(_ wake: @escaping @Sendable () -> Void) {
        progress.withLock { progress in
            guard progress.pacing == nil else { return }
            let first = progress.due
            // After a pause, continues with the part that was due next.
            let timeline = Timeline(on: self.clock, past: first == 0 ? .zero : parts.time(of: first - 1))
            // Weak, because the wait for a part must not retain the load.
            progress.pacing = Task { [parts, weak self] in
                for part in first..<parts.count {
                    guard (try? await timeline.wait(parts.time(of: part))) != nil,
                        let self, self.isDue()
                    else { return }
                    wake()
                }
            }
        }
    }

    /// Stops the timeline until `run` is called again.
    func pause() {
        let pacing = progress.withLock { progress in
            defer { progress.pacing = nil }
            return progress.pacing
        }
        pacing?.cancel()
    }

    private func isDue() -> Bool {
        progress.withLock { progress in
            guard progress.pacing != nil, !Task.isCancelled else { return false }
            progress.due += 1
            return true
        }
    }
}
#endif
