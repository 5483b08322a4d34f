import AsyncAlgorithms
import Synchronization

/// The first reading of a source, for which a buffer is left behind: its task waits for a reader that has gone.
final class Preview: Sendable {
    private let sources = Mutex<[AsyncStream<Int>.Continuation]>([])

    @inline(never)
    func show() {
        let (readings, continuation) = AsyncStream<Int>.makeStream()
        sources.withLock { $0.append(continuation) }
        Task {
            for await reading in readings.map({ $0 * 10 }).buffer(policy: .bounded(1)) where reading > 0 { break }
        }
        for number in 1...5 { continuation.yield(number) }
    }

    func finish() { sources.withLock { for source in $0 { source.finish() } } }
}
