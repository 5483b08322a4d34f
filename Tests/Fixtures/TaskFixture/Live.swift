import Dispatch
import Glibc

/// Ways to wait for something that can happen.
let live: [Pattern] = [
    Pattern("registry") { name in Task(name: name) { await withCheckedContinuation { registry.add($0) } } },
    Pattern("dictionary") { name in
        Task(name: name) { await withCheckedContinuation { registry.add($0, for: name) } }
    },
    Pattern("any") { name in
        Task(name: name) {
            await withUnsafeContinuation { (one: UnsafeContinuation<Void, Never>) in registry.keep(one) }
        }
    },
    Pattern("stream") { name in
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        registry.keep(continuation)
        Task(name: name) { for await number in stream { usleep(UInt32(number)) } }
    },
    Pattern("stream-of-sleeper") { name in
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        Task {
            await nap()
            continuation.yield(1)
        }
        Task(name: name) { for await number in stream { usleep(UInt32(number)) } }
    },
    Pattern("sleep") { name in Task(name: name) { await nap() } },
    Pattern("detached-sleep") { name in
        Task.detached(name: name) { try? await ContinuousClock().sleep(until: .now + .seconds(100_000)) }
    },
    Pattern("group") { name in
        Task(name: name) {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 { group.addTask { await nap() } }
                await group.waitForAll()
            }
        }
    },
    Pattern("group-that-adds") { name in
        Task(name: name) {
            await withTaskGroup(of: Int.self) { group in
                for number in 0..<10 { group.addTask { number } }
                await nap()
            }
        }
    },
    Pattern("async-let") { name in
        Task(name: name) {
            async let one: Void = nap()
            async let other: Void = withUnsafeContinuation { registry.add($0) }
            _ = await (one, other)
        }
    },
    Pattern("value") { name in
        let task = Task { await nap() }
        Task(name: name) { await task.value }
    },
    Pattern("busy-actor") { name in
        let bank = Bank.shared
        Task(name: name) { await bank.deposit() }
    },
    Pattern("actor") { name in
        let vault = Vault()
        Task(name: name) { await vault.open() }
    },
    Pattern("cancellation") { name in
        let session = Session()
        let task = Task(name: name) {
            await withTaskCancellationHandler {
                await withCheckedContinuation { session.continuation = $0 }
            } onCancel: {
                session.continuation?.resume()
            }
        }
        registry.keep(Owner(task))
    },
    Pattern("pointer") { name in
        Task(name: name) {
            await withUnsafeContinuation { (one: UnsafeContinuation<Void, Never>) in
                let place = UnsafeMutablePointer<UnsafeContinuation<Void, Never>>.allocate(capacity: 1)
                place.initialize(to: one)
                registry.keep(place)
            }
        }
    },
    Pattern("dispatch") { name in
        Task(name: name) {
            await withCheckedContinuation { one in
                DispatchQueue.global().asyncAfter(deadline: .now() + 100_000) { one.resume() }
            }
        }
    },
    Pattern("timer") { name in
        Task(name: name) {
            await withUnsafeContinuation { (one: UnsafeContinuation<Void, Never>) in
                let timer = DispatchSource.makeTimerSource()
                timer.schedule(deadline: .now() + 100_000)
                timer.setEventHandler { one.resume() }
                timer.resume()
                registry.keep(timer)
            }
        }
    },
    Pattern("frame") { name in
        Task(name: name) {
            await withUnsafeContinuation { (one: UnsafeContinuation<Void, Never>) in
                Task {
                    await nap()
                    one.resume()
                }
            }
        }
    },
    Pattern("semaphore") { name in
        let semaphore = Semaphore()
        Task {
            await nap()
            semaphore.signal()
        }
        Task(name: name) { await semaphore.wait() }
    },
    Pattern("discarding-group") { name in
        Task(name: name) { await withDiscardingTaskGroup { group in group.addTask { await nap() } } }
    },
]

/// An actor whose first job blocks its thread.
actor Bank {
    static let shared = Bank()
    private var deposits = 0
    private var isBlocked = false

    func deposit() {
        deposits += 1
        guard !isBlocked else { return }
        isBlocked = true
        while true { sleep(1000) }
    }
}

actor Vault {
    private var opened = 0

    func open() async {
        await nap()
        opened += 1
    }
}
