import Dispatch
import Glibc

/// A program whose tasks wait in known ways. The name of a task begins with its truth, `stuck` or `live`.
///
///     task-fixture patterns      one task of each way; prints `ready PID` when all of them wait
///     task-fixture live          300 tasks that something resumes
///     task-fixture crowd N       N tasks of three kinds
///     task-fixture reused N      N pairs of tasks that get stuck after they ran several times
///     task-fixture handlers      one task of each way to wait within a cancellation handler
///     task-fixture growing KIND... more and more tasks of these kinds
@main enum TaskFixture {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "live":
            for number in 0..<15 { for pattern in live { pattern.start("live-\(pattern.name)-\(number)") } }
        case "handlers": for pattern in handlers { pattern.start(pattern.name) }
        case "growing":
            print("ready \(getpid())")
            fflush(nil)
            await grow(Array(arguments.dropFirst()))
        case "reused": await Reused.start(arguments.dropFirst().first.flatMap { Int($0) } ?? 30)
        case "crowd": crowd(arguments.dropFirst().first.flatMap { Int($0) } ?? 1000)
        default:
            for pattern in stuck { pattern.start("stuck-\(pattern.name)") }
            for pattern in live { pattern.start("live-\(pattern.name)") }
        }
        // Tasks start in any order, and each first does what it then waits for.
        try? await Task.sleep(for: .seconds(1))
        print("ready \(getpid())")
        fflush(nil)
        await forever()
    }

    private static func crowd(_ count: Int) {
        for number in 0..<count {
            switch number % 3 {
            case 0: Task { await registered() }
            case 1: Task { await nap() }
            default: Task { await slept() }
            }
        }
    }

    private static func slept() async { await nap() }
    private static func registered() async { await withCheckedContinuation { registry.add($0) } }
    private static func forever() async { await withUnsafeContinuation { registry.add($0) } }
}

/// A way to wait.
struct Pattern: Sendable {
    var name: String
    /// Starts the task with a name, and others without one where it needs them.
    var start: @Sendable (String) -> Void

    init(_ name: String, _ start: @escaping @Sendable (String) -> Void) { (self.name, self.start) = (name, start) }
}

/// The continuations that the program could resume at any time.
final class Registry: @unchecked Sendable {
    private let lock = DispatchQueue(label: "registry")
    private var checked: [CheckedContinuation<Void, Never>] = []
    private var unsafe: [UnsafeContinuation<Void, Never>] = []
    private var byName: [String: CheckedContinuation<Void, Never>] = [:]
    private var anything: [Any] = []

    func add(_ continuation: CheckedContinuation<Void, Never>) { lock.sync { checked.append(continuation) } }
    func add(_ continuation: UnsafeContinuation<Void, Never>) { lock.sync { unsafe.append(continuation) } }
    func add(_ continuation: CheckedContinuation<Void, Never>, for name: String) {
        lock.sync { byName[name] = continuation }
    }
    func keep(_ value: Any) { lock.sync { anything.append(value) } }
}

let registry = Registry()

/// Sleeps for longer than any test.
func nap() async { try? await Task.sleep(for: .seconds(100_000)) }

/// Waits for a continuation that is dropped.
func lost() async { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
