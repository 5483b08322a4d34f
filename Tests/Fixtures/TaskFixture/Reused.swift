import Glibc
import Synchronization

/// Pairs of tasks that get stuck after Dispatch ran them several times: what it keeps for reuse has words that lead to
/// them.
enum Reused {
    /// The number of tasks that have come to what they wait for without an end.
    fileprivate static let arrived = Atomic(0)

    /// Starts pairs of tasks, and returns when all of them are about to get stuck.
    static func start(_ pairs: Int) async {
        leaveGaps(40 * pairs)
        for number in 0..<pairs {
            let feed = Feed()
            feed.listen()
            feed.send(number)
            Connection().lose()
            try? await Task.sleep(for: .milliseconds(2))
        }
        while arrived.load(ordering: .relaxed) < 2 * pairs { try? await Task.sleep(for: .milliseconds(2)) }
    }

    /// Leaves gaps that are a little larger than what Dispatch allocates: malloc splits none off that is too small, and
    /// the blocks have two sizes.
    private static func leaveGaps(_ count: Int) {
        // M_ARENA_MAX: the threads of Dispatch allocate where the gaps are.
        _ = mallopt(-8, 1)
        let blocks = (0..<2 * count).map { _ in malloc(88) }
        for index in stride(from: 0, to: blocks.count, by: 2) { free(blocks[index]) }
        // A large request empties the lists of chunks that only a request of the same size would reuse.
        free(malloc(100_000))
    }
}

@_silgen_name("mallopt") private func mallopt(_ parameter: Int32, _ value: Int32) -> Int32

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
    private func add(_ number: Int) {
        sum.withLock { $0 += number }
        Reused.arrived.add(1, ordering: .relaxed)
    }
}

/// A connection whose task, after some sleeps, waits for itself.
private final class Connection: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    func lose() {
        // Within the lock: a task that ran ahead of its creator would find no task to wait for, and end.
        task.withLock { $0 = Task(name: "stuck-connection") { await reconnect() } }
    }

    private func reconnect() async {
        for _ in 0..<3 { try? await Task.sleep(for: .milliseconds(2)) }
        Reused.arrived.add(1, ordering: .relaxed)
        await task.withLock { $0 }?.value
    }
}
