internal import OutliveSupport

/// A counting semaphore for tasks, which admits waiters in order of arrival.
///
/// An actor alone gives no mutual exclusion: while one method is suspended, another can run.
final class Admission: Sendable {
    private let state: Lock<(free: Int, waiters: [Promise<Void>])>

    var waiting: Int { state.withLock { $0.waiters.count } }

    /// Admits `count` tasks at a time, 1 or more.
    init(count: Int) { state = Lock((free: count, waiters: [])) }

    /// Waits for admission; every admitted caller calls `leave()` at the end.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before it is admitted.
    func enter() async throws {
        let turn = state.withLock { state in
            guard state.free == 0 else {
                state.free -= 1
                return nil as Promise<Void>?
            }
            state.waiters.append(Promise())
            return state.waiters.last
        }
        do {
            try await turn?.get()
        } catch {
            let isWaiting = state.withLock { state in
                let index = state.waiters.firstIndex { $0 === turn }
                if let index { state.waiters.remove(at: index) }
                return index != nil
            }
            // The task was cancelled just after its admission, so the next one may enter.
            if !isWaiting { leave() }
            throw error
        }
    }

    /// Admits the task that has waited longest.
    func leave() {
        let next = state.withLock { state in
            guard !state.waiters.isEmpty else {
                state.free += 1
                return nil as Promise<Void>?
            }
            return state.waiters.removeFirst()
        }
        next?.fulfil(())
    }
}
