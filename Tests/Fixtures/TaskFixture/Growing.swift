import Dispatch
import Glibc

/// A source of tasks of which none ends. The name of the case is that of the function that creates them.
enum Growing: String, CaseIterable {
    case drop, own, iterate, poll, queue, share, await, group, consume, work

    /// Starts a task.
    @inline(never) func start(_ adder: Adder) {
        let item = Item()
        switch self {
        case .drop: Dropping().start(item)
        case .own: Owning().start(item)
        case .iterate: Iterating().start(item)
        case .poll: Polling().start(item)
        case .queue: Queueing().start(item)
        case .share: Sharing().start(item)
        case .await: Awaiting().start(item)
        case .group: adder.stuck.yield(item)
        case .consume: adder.done.yield(item)
        case .work: _ = Grouping.worker
        }
    }
}

/// An object that a task keeps alive.
final class Item: @unchecked Sendable {
    var bytes = [UInt8](repeating: 1, count: 1000)
    var uses = 0
}

struct Dropping {
    func start(_ item: Item) {
        Task {
            await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in item.uses += 1 }
            item.uses += 1
        }
    }
}

struct Owning {
    func start(_ item: Item) {
        Task {
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            for await number in stream {
                item.uses += number
                continuation.yield(number)
            }
        }
    }
}

/// A list of continuations that is never emptied: the list is the cause, not the tasks.
struct Iterating {
    static let continuations = Continuations()

    func start(_ item: Item) {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        Self.continuations.add(continuation)
        Task { for await number in stream { item.uses += number } }
    }
}

final class Continuations: @unchecked Sendable {
    private let lock = DispatchQueue(label: "continuations")
    private var waiting: [AsyncStream<Int>.Continuation] = []
    func add(_ one: AsyncStream<Int>.Continuation) { lock.sync { waiting.append(one) } }
}

struct Polling {
    func start(_ item: Item) {
        Task {
            while true {
                await nap()
                item.uses += 1
            }
        }
    }
}

struct Queueing {
    func start(_ item: Item) {
        Task {
            await Bank.shared.deposit()
            item.uses += 1
        }
    }
}

/// Tasks that share what they keep: the first of them, which is older than the growth, leads to all of it.
struct Sharing {
    func start(_ item: Item) {
        let shelf = Shelf.shared()
        shelf.put(item)
        Task {
            await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in item.uses += 1 }
            shelf.put(item)
        }
    }
}

final class Shelf: @unchecked Sendable {
    private nonisolated(unsafe) static weak var current: Shelf?
    private let lock = DispatchQueue(label: "shelf")
    private var items: [Item] = []

    /// Returns the shelf that tasks keep; only one thread starts them.
    static func shared() -> Shelf {
        let shelf = current ?? Shelf()
        current = shelf
        return shelf
    }

    func put(_ item: Item) { lock.sync { items.append(item) } }
}

/// Tasks that wait for the result of a stuck task are part of the same mistake.
struct Awaiting {
    func start(_ item: Item) {
        let task = Task { await lost() }
        Task {
            await task.value
            item.uses += 1
        }
    }
}

/// Groups to which children are added, and whose results are not consumed.
struct Adder: Sendable {
    let stuck: AsyncStream<Item>.Continuation
    let done: AsyncStream<Item>.Continuation

    init() {
        let (stuckItems, doneItems) = (AsyncStream<Item>.makeStream(), AsyncStream<Item>.makeStream())
        (stuck, done) = (stuckItems.continuation, doneItems.continuation)
        let (one, other) = (stuckItems.stream, doneItems.stream)
        Task { await Grouping().addStuck(one) }
        Task { await Grouping().addDone(other) }
    }
}

struct Grouping {
    /// Starts, once, a task that runs all the time after it has waited.
    static let worker: Void = { _ = Task { await Grouping().work() } }()

    func work() async {
        await withTaskGroup(of: Int.self) { group in
            try? await Task.sleep(for: .milliseconds(1))
            while true {
                let item = Item()
                group.addTask { item.uses + 1 }
                usleep(10_000)
            }
        }
    }

    func addStuck(_ items: AsyncStream<Item>) async {
        await withTaskGroup(of: Void.self) { group in
            for await item in items {
                group.addTask {
                    await lost()
                    item.uses += 1
                }
            }
        }
    }

    func addDone(_ items: AsyncStream<Item>) async {
        await withTaskGroup(of: Int.self) { group in
            for await item in items { group.addTask { item.uses + 1 } }
        }
    }
}

/// Starts tasks of some kinds until the program is ended, and others that end.
func grow(_ names: [String]) async {
    let kinds = names.compactMap(Growing.init)
    let adder = Adder()
    while true {
        for kind in kinds { for _ in 0..<3 { kind.start(adder) } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try? await Task.sleep(for: .milliseconds(10)) } }
        }
    }
}
