import AsyncAlgorithms
import Synchronization

/// Pipelines and senders that wait for something that can come.
final class Live: Sendable {
    private let sources = Mutex<[AsyncStream<Int>.Continuation]>([])
    private let channels = Mutex<[AsyncChannel<Int>]>([])

    func start(_ count: Int) {
        for number in 0..<count {
            let (readings, continuation) = AsyncStream<Int>.makeStream()
            sources.withLock { $0.append(continuation) }
            Task { for await _ in readings.buffer(policy: .bounded(1)) {} }
            let channel = AsyncChannel<Int>()
            channels.withLock { $0.append(channel) }
            Task { await channel.send(number) }
        }
    }

    func finish() {
        sources.withLock { for source in $0 { source.finish() } }
        channels.withLock { for channel in $0 { channel.finish() } }
    }
}
