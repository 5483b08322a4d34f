import OutliveSupport

@testable internal import Outlive

/// A list of events in order, written from any thread.
final class Journal: Sendable {
    private let entries = Lock<[String]>([])

    func note(_ entry: String) {
        entries.withLock { $0.append(entry) }
    }

    /// Returns the events noted since the last call.
    func take() -> [String] {
        entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }
}

final class Part: Sendable {}

extension ResetHost {
    /// Adds a step that notes what is done to it, and throws when `failing` says so.
    func addStep(_ name: String, _ journal: Journal, failing: Lock<Set<String>> = Lock([])) {
        add(name) { _ in
            journal.note("build \(name)")
            if failing.withLock({ $0.contains("build \(name)") }) { throw Broken("no \(name)") }
        } teardown: {
            journal.note("tear down \(name)")
            if failing.withLock({ $0.contains("tear down \(name)") }) { throw Broken("\(name) is stuck") }
        }
    }
}
