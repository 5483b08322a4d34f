#if LiveReset
/// An answer on its way to a session: which parts are due, and which were delivered.
final class StubLoad: Sendable {
    let answer: StubAnswer
    let parts: AnswerParts
    private let clock: any Clock<Duration>
    private let progress: Locked<Progress>

    private struct Progress {
        var due = 0
        var delivered = 0
        var pacing: Task<Void, Never>?
    }

    init(_ answer: StubAnswer, whole: Bool, clock: any Clock<Duration>) {
        self.answer = answer
        parts = AnswerParts(answer, whole: whole)
        self.clock = clock
        var due = 0
        while due < parts.count, parts.time(of: due) == .zero { due += 1 }
        progress = Locked(Progress(due: due))
    }

    deinit { pause() }

    /// The next part to deliver, if one is due.
    func nextDue() -> Int? {
        progress.withLock { progress in
            guard progress.delivered < progress.due else { return nil }
            defer { progress.delivered += 1 }
            return progress.delivered
        }
    }

    var isDelivered: Bool { progress.withLock { $0.delivered == parts.count } }

    /// Lets time pass, unless it does already.
    ///
    /// - Parameter wake: called whenever a part is due.
    func run(_ wake: @escaping @Sendable () -> Void) {
        progress.withLock { progress in
            guard progress.pacing == nil else { return }
            let first = progress.due
            // After a pause, it goes on with the part that was waited for.
            let timeline = Timeline(on: clock, past: first == 0 ? .zero : parts.time(of: first - 1))
            // Weak: what waits for a part is not to keep it.
            progress.pacing = Task { [parts, weak self] in
                for part in first..<parts.count {
                    guard (try? await timeline.wait(until: parts.time(of: part))) != nil,
                        let self, self.isDue()
                    else { return }
                    wake()
                }
            }
        }
    }

    /// Lets no more time pass, until `run` is called again.
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
