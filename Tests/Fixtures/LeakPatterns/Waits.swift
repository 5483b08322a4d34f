import Glibc
import Synchronization

/// Tasks that wait for ever, and memory outside of Swift.
enum Waits {
    /// The number of tasks that are about to wait.
    static let reached = Counter()
    static let count = 10

    static let ways = [
        Way("Caller", cut: "Task in Caller.call") { Caller().call() },
        Way("Reader", cut: "Task in Reader.read") { Reader().read() },
        Way("Context", cut: "static Waits.contexts") { register(Unmanaged.passRetained(Context()).toOpaque()) },
    ]

    nonisolated(unsafe) private static var contexts: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    nonisolated(unsafe) private static var registered = 0

    /// Stores a pointer as a library in C does.
    private static func register(_ context: UnsafeMutableRawPointer) {
        if contexts == nil { contexts = .allocate(capacity: 8) }
        contexts?[registered] = context
        registered += 1
    }
}

/// A number that tasks increase.
final class Counter: Sendable {
    private let number = Mutex(0)
    var value: Int { number.withLock { $0 } }
    func increase() { number.withLock { $0 += 1 } }
}

private final class Caller: Sendable {
    func call() {
        Task {
            Waits.reached.increase()
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            withExtendedLifetime(self) {}
        }
    }
}
private final class Reader: Sendable {
    private let (lines, source) = AsyncStream.makeStream(of: Int.self)
    func read() {
        Task {
            Waits.reached.increase()
            for await _ in lines { withExtendedLifetime(self) {} }
        }
    }
}
private final class Context {}
