import Synchronization

/// A list of events in order, from any task.
final class Journal: Sendable {
    private let state = Mutex<[String]>([])

    var lines: [String] { state.withLock { $0 } }

    func add(_ line: String) {
        state.withLock { $0.append(line) }
    }
}
