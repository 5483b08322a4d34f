import Dispatch
import Glibc

/// Ways to wait for something that never happens.
let stuck: [Pattern] = [
    Pattern("dropped-unsafe") { name in Task(name: name) { await lost() } },
    Pattern("dropped-checked") { name in
        Task(name: name) { await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in } }
    },
    Pattern("own-object") { name in
        Task(name: name) {
            let session = Session()
            await withCheckedContinuation { session.continuation = $0 }
            session.calls += 1
        }
    },
    Pattern("own-closure") { name in
        Task(name: name) {
            let session = Session()
            let resume: @Sendable () -> Void = { session.continuation?.resume() }
            await withCheckedContinuation { session.continuation = $0 }
            resume()
        }
    },
    Pattern("own-stream") { name in
        Task(name: name) {
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            for await number in stream { continuation.yield(number) }
        }
    },
    Pattern("own-throwing-stream") { name in
        Task(name: name) {
            let source = Source()
            for try await number in source.stream { source.sum += number }
        }
    },
    Pattern("stream-of-cycle") { name in
        let one = Link(), other = Link()
        (one.next, other.next) = (other, one)
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        one.continuation = continuation
        Task(name: name) { for await number in stream { usleep(UInt32(number)) } }
    },
    Pattern("channel") { name in
        let channel = Channel()
        Task(name: name) { for number in 0... { await channel.send(number) } }
    },
    Pattern("async-let") { name in
        Task(name: name) {
            async let result: Void = lost()
            await result
        }
    },
    Pattern("group-child") { name in
        Task(name: name) {
            await withTaskGroup(of: Int.self) { group in
                for number in 0..<3 { group.addTask { number } }
                group.addTask {
                    await lost()
                    return 3
                }
                for await number in group { usleep(UInt32(number)) }
            }
        }
    },
    Pattern("discarding-group") { name in
        Task(name: name) { await withDiscardingTaskGroup { group in group.addTask { await lost() } } }
    },
    Pattern("value-of-stuck") { name in
        let task = Task { await lost() }
        registry.keep(task)
        Task(name: name) { await task.value }
    },
    Pattern("value-cycle") { name in
        let pair = Pair()
        registry.keep(pair)
        pair.one = Task(name: name) {
            usleep(200_000)
            await pair.other?.value
        }
        pair.other = Task { await pair.one?.value }
    },
    Pattern("actor-deadlock") { name in
        let account = Account()
        Task(name: name) { await account.transfer() }
    },
    Pattern("cancelled") { name in
        let task = Task(name: name) { await lost() }
        task.cancel()
        registry.keep(Owner(task))
    },
    Pattern("dictionary-of-cycle") { name in
        Task(name: name) {
            let table = Table()
            table.own = table
            await withCheckedContinuation { table.waiting["key"] = $0 }
        }
    },
    Pattern("handle-in-property") { name in registry.keep(Owner(Task.detached(name: name) { await lost() })) },
    Pattern("handle-in-closure") { name in
        let task = Task(name: name) { await lost() }
        let number = Int(getpid())
        let cancel: @Sendable () -> Void = {
            task.cancel()
            print(number)
        }
        registry.keep(Closure(cancel))
    },
    Pattern("semaphore") { name in
        let semaphore = Semaphore()
        Task(name: name) { await semaphore.wait() }
    },
    Pattern("task-local") { name in
        Task(name: name) {
            await Context.$request.withValue("r-1") { await Context.$user.withValue(7) { await lost() } }
        }
    },
]

final class Session: @unchecked Sendable {
    var continuation: CheckedContinuation<Void, Never>?
    var calls = 0
}

final class Source: @unchecked Sendable {
    let stream: AsyncThrowingStream<Int, any Error>
    let continuation: AsyncThrowingStream<Int, any Error>.Continuation
    var sum = 0
    init() { (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream() }
}

final class Link: @unchecked Sendable {
    var next: Link?
    var continuation: AsyncStream<Int>.Continuation?
}

/// A channel that keeps the sender waiting until a receiver takes the value.
final class Channel: @unchecked Sendable {
    private var senders: [CheckedContinuation<Void, Never>] = []
    private var numbers: [Int] = []

    func send(_ number: Int) async {
        numbers.append(number)
        await withCheckedContinuation { senders.append($0) }
    }
}

final class Pair: @unchecked Sendable {
    var one: Task<Void, Never>?
    var other: Task<Void, Never>?
}

actor Account {
    private var waiting: CheckedContinuation<Void, Never>?

    func transfer() async {
        let task = Task { await self.confirmation() }
        await task.value
        confirm()
    }

    private func confirmation() async { await withCheckedContinuation { waiting = $0 } }
    private func confirm() { waiting?.resume() }
}

final class Owner: Sendable {
    let task: Task<Void, Never>
    init(_ task: Task<Void, Never>) { self.task = task }
}

final class Closure: Sendable {
    let call: @Sendable () -> Void
    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
}

final class Table: @unchecked Sendable {
    var own: Table?
    var waiting: [String: CheckedContinuation<Void, Never>] = [:]
}

/// A semaphore whose only owner never signals.
final class Semaphore: @unchecked Sendable {
    private let lock = DispatchQueue(label: "semaphore")
    private var waiting: [UnsafeContinuation<Void, Never>] = []

    func wait() async { await withUnsafeContinuation { one in lock.sync { waiting.append(one) } } }
    func signal() { lock.sync { if !waiting.isEmpty { waiting.removeFirst().resume() } } }
}

enum Context {
    @TaskLocal static var request = ""
    @TaskLocal static var user = 0
}
