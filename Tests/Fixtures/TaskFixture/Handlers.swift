import Dispatch
import Synchronization

/// Ways to wait within a cancellation handler, in a task that something alive can cancel.
let handlers: [Pattern] = [
    Pattern("stuck-other-handler") { name in
        let counter = Counter()
        keepHandle {
            Task(name: name) {
                await withTaskCancellationHandler {
                    await lost()
                } onCancel: {
                    counter.add()
                }
            }
        }
    },
    Pattern("stuck-dropped-checked") { name in
        let session = Session()
        registry.keep(session)
        keepHandle {
            Task(name: name) {
                await withTaskCancellationHandler {
                    await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
                } onCancel: {
                    session.continuation?.resume()
                }
            }
        }
    },
    Pattern("stuck-outer-handler") { name in
        let counter = Counter()
        Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask(name: name) {
                    await withTaskCancellationHandler {
                        await serve()
                    } onCancel: {
                        counter.add()
                    }
                }
                await nap()
            }
        }
    },
    Pattern("live-object") { name in
        keepHandle {
            Task(name: name) {
                let session = Session()
                await withTaskCancellationHandler {
                    await withCheckedContinuation { session.continuation = $0 }
                } onCancel: {
                    session.continuation?.resume()
                }
            }
        }
    },
    Pattern("live-mutex") { name in
        keepHandle {
            Task(name: name) {
                let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)
                await withTaskCancellationHandler {
                    await withCheckedContinuation { one in waiting.withLock { $0 = one } }
                } onCancel: {
                    waiting.withLock { $0.take() }?.resume()
                }
            }
        }
    },
    Pattern("live-mutex-unsafe") { name in
        keepHandle {
            Task(name: name) {
                let waiting = Mutex<UnsafeContinuation<Void, Never>?>(nil)
                await withTaskCancellationHandler {
                    await withUnsafeContinuation { one in waiting.withLock { $0 = one } }
                } onCancel: {
                    waiting.withLock { $0.take() }?.resume()
                }
            }
        }
    },
    Pattern("live-callback") { name in
        Task(name: name) {
            let waiting = Waiting()
            DispatchQueue.global().asyncAfter(deadline: .now() + 100_000) { waiting.resume() }
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiting.set($0) }
            } onCancel: {
                waiting.resume()
            }
        }
    },
    Pattern("live-actor") { name in
        let line = Line()
        keepHandle { Task(name: name) { await line.stand() } }
    },
    Pattern("live-stream") { name in
        keepHandle {
            Task(name: name) {
                let (stream, continuation) = AsyncStream<Int>.makeStream()
                for await number in stream { continuation.yield(number) }
            }
        }
    },
]

/// Something alive that can cancel a task.
private func keepHandle(_ make: () -> Task<Void, Never>) { registry.keep(Owner(make())) }

/// Waits for a continuation that is dropped, some calls below the handler.
private func serve() async {
    await lost()
    registry.keep(0)
}

private final class Counter: Sendable {
    private let count = Atomic(0)
    func add() { count.add(1, ordering: .relaxed) }
}

private final class Waiting: Sendable {
    private let one = Mutex<CheckedContinuation<Void, Never>?>(nil)
    func set(_ continuation: CheckedContinuation<Void, Never>) { one.withLock { $0 = continuation } }
    func resume() { one.withLock { $0.take() }?.resume() }
}

/// An actor whose handler needs a task of its own to resume.
private actor Line {
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]

    func stand() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting[1] = $0 }
        } onCancel: {
            Task { await self.leave() }
        }
    }

    private func leave() { waiting.removeValue(forKey: 1)?.resume() }
}
