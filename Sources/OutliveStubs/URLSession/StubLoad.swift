#if LiveReset
internal import Foundation

/// An answer on its way to a session: which parts are due, and which were delivered.
final class StubLoad: @unchecked Sendable {
    let answer: StubAnswer
    let parts: AnswerParts
    private let clock: any Clock<Duration>
    private let lock = NSLock()
    private var due = 0
    private var delivered = 0
    private var pacing: Task<Void, Never>?

    init(_ answer: StubAnswer, whole: Bool, clock: any Clock<Duration>) {
        self.answer = answer
        parts = AnswerParts(answer, whole: whole)
        self.clock = clock
        while due < parts.count, parts.time(of: due) == .zero { due += 1 }
    }

    deinit { pacing?.cancel() }

    /// The next part to deliver, if one is due.
    func nextDue() -> Int? {
        lock.withLock {
            guard delivered < due else { return nil }
            defer { delivered += 1 }
            return delivered
        }
    }

    var isDelivered: Bool { lock.withLock { delivered == parts.count } }

    /// Lets time pass, unless it does already.
    ///
    /// - Parameter wake: called whenever a part is due.
    func run(_ wake: @escaping @Sendable () -> Void) {
        lock.withLock {
            guard pacing == nil else { return }
            // Weak: what waits for a part is not to keep it.
            pacing = clock.pace(parts, from: due) { [weak self] in
                guard let self, self.isDue() else { return false }
                wake()
                return true
            }
        }
    }

    /// Lets no more time pass, until `run` is called again.
    func pause() {
        lock.withLock {
            pacing?.cancel()
            pacing = nil
        }
    }

    private func isDue() -> Bool {
        lock.withLock {
            guard pacing != nil, !Task.isCancelled else { return false }
            due += 1
            return true
        }
    }
}

extension Clock<Duration> {
    /// Tells when parts come, one after the other, until that is no longer wanted.
    fileprivate func pace(
        _ parts: AnswerParts, from first: Int, partIsDue: @escaping @Sendable () -> Bool
    ) -> Task<Void, Never> {
        let start = now
        // After a pause, it goes on with the part that was waited for.
        let past = first == 0 ? .zero : parts.time(of: first - 1)
        return Task {
            for part in first..<parts.count {
                let deadline = start.advanced(by: parts.time(of: part) - past)
                guard (try? await sleep(until: deadline, tolerance: nil)) != nil, partIsDue() else { return }
            }
        }
    }
}
#endif
