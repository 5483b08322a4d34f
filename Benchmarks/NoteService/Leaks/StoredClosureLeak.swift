import Outlive
import Synchronization

/// An object that stores a closure capturing the object itself.
struct StoredClosureLeak: ServicePlugin {
    func attach(to service: NoteService) {
        LeakRegistry.shared.track(WordCounter(), as: "WordCounter").begin()
    }
}

private final class WordCounter: Sendable {
    private let onNote = Mutex<(@Sendable (Note) -> Void)?>(nil)
    private let words = Atomic(0)

    func begin() {
        // The mistake: `self` is captured strongly, by a closure that `self` stores.
        onNote.withLock { $0 = { note in self.words.add(Words.of(note.body).count, ordering: .relaxed) } }
    }
}
