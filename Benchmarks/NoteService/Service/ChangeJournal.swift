import Synchronization

/// The ids of the notes that changed last, newest first, for the "recent changes" list.
final class ChangeJournal: Sendable {
    private let entries = Mutex<[Int]>([])
    private let capacity: Int

    /// Creates an empty journal that keeps the last `capacity` changes.
    init(capacity: Int = 100) {
        self.capacity = capacity
    }

    /// Records that a note changed.
    func record(id: Int) {
        entries.withLock { entries in
            entries.insert(id, at: 0)
            if entries.count > capacity { entries.removeLast() }
        }
    }

    /// The ids, newest change first; an id occurs once per change.
    var recent: [Int] { entries.withLock { $0 } }
}
