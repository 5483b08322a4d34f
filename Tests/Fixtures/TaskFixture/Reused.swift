import Synchronization

/// Pairs of tasks that get stuck after Dispatch ran them several times: what it keeps for reuse has words that lead to
/// them.
enum Reused {
    static func start(_ pairs: Int) async {
        for number in 0..<pairs {
            let feed = Feed()
            feed.listen()
            feed.send(number)
            Connection().lose()
            try? await Task.sleep(for: .milliseconds(2))
        }
    }
}

/// A feed whose task keeps it alive, and so its stream open.
private final class Feed: Sendable {
    private let numbers: AsyncStream<Int>
    private let continuation: AsyncStream<Int>.Continuation
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let sum = Mutex(0)

    init() { (numbers, continuation) = AsyncStream.makeStream() }
    deinit { task.withLock { $0?.cancel() } }

    func listen() {
        let listener = Task(name: "stuck-feed") { for await number in numbers { add(number) } }
        task.withLock { $0 = listener }
    }

    func send(_ number: Int) { continuation.yield(number) }
    private func add(_ number: Int) { sum.withLock { $0 += number } }
}

/// A connection whose task, after some sleeps, waits for itself.
private final class Connection: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    func lose() {
        let reconnection = Task(name: "stuck-connection") { await reconnect() }
        task.withLock { $0 = reconnection }
    }

    private func reconnect() async {
        for _ in 0..<3 { try? await Task.sleep(for: .milliseconds(2)) }
        await task.withLock { $0 }?.value
    }
}
