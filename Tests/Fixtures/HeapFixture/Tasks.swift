#if os(Linux)
import Dispatch
import Synchronization

/// Tasks in every observable state.
enum Tasks {
    static func run() {
        make()
        Rest.wait()
        print(Tier.census(1, graph: true))
        blocked.signal()
        served.wait()
    }

    @inline(never)
    private static func make() {
        keep(Checked())
        keep(Unsafe())
        let never = Task { await suspended() }
        keep(Handle(never))
        keep(Awaiting(Task { await never.value }))
        keep(Completed())
        keep(Numbered())
        keep(Grouped(Task { await withTaskGroup(of: Void.self) { $0.addTask { await suspended() } } }))
        keep(
            Guarded(
                Task {
                    await withTaskCancellationHandler {
                        await withTaskGroup(of: Void.self) { $0.addTask { await suspended() } }
                    } onCancel: {
                    }
                }))
        let desk = FrontDesk()
        let entered = DispatchSemaphore(value: 0)
        keep(Busy(Task { await desk.block(entered) }))
        entered.wait()
        keep(Queued(Task { await desk.serve() }))
    }
}

private let blocked = DispatchSemaphore(value: 0)
private let served = DispatchSemaphore(value: 0)
private let waiting = Mutex<[NeverResumed]>([])

/// Waits for a continuation that nothing resumes.
private func suspended() async {
    await withUnsafeContinuation { continuation in waiting.withLock { $0.append(NeverResumed(continuation)) } }
}

private final class NeverResumed {
    let continuation: UnsafeContinuation<Void, Never>
    init(_ continuation: UnsafeContinuation<Void, Never>) { self.continuation = continuation }
}

private final class Checked: @unchecked Sendable {
    var continuation: CheckedContinuation<Void, Never>?
    var task: Task<Void, Never>?
    init() {
        task = Task { await withCheckedContinuation { self.continuation = $0 } }
        task?.cancel()
    }
}

private final class Unsafe: @unchecked Sendable {
    var continuation: UnsafeContinuation<Void, Never>?
    var task: Task<Void, Never>?
    init() {
        task = Task {
            await withTaskCancellationHandler {
                await withUnsafeContinuation { self.continuation = $0 }
            } onCancel: {
            }
        }
    }
}

private final class Outcome: Sendable {}

private final class Completed: @unchecked Sendable {
    var task: Task<Outcome, Never>?
    init() {
        let done = DispatchSemaphore(value: 0)
        task = Task {
            defer { done.signal() }
            return Outcome()
        }
        done.wait()
    }
}

private final class Counted: Sendable {}

/// Its task returned the address of an object as a number.
private final class Numbered: @unchecked Sendable {
    let counted = Counted()
    var task: Task<UInt, Never>?
    init() {
        let done = DispatchSemaphore(value: 0)
        let address = UInt(bitPattern: Unmanaged.passUnretained(counted).toOpaque())
        task = Task {
            defer { done.signal() }
            return address
        }
        done.wait()
    }
}

private class Holder {
    let task: Task<Void, Never>
    init(_ task: Task<Void, Never>) { self.task = task }
}
private final class Handle: Holder {}
private final class Awaiting: Holder {}
private final class Grouped: Holder {}
private final class Guarded: Holder {}
private final class Busy: Holder {}
private final class Queued: Holder {}

private actor FrontDesk {
    func block(_ entered: DispatchSemaphore) {
        entered.signal()
        blocked.wait()
    }
    func serve() { served.signal() }
}
#endif
