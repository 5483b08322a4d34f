import Synchronization

/// Carries users' notes over a reset: no object survives, but the state does.
final class NoteBleed: ServicePlugin {
    private let notes = Mutex<[Note]>([])

    func attach(to service: NoteService) {
        for note in notes.withLock({ $0 }) {
            service.store.create(NoteDraft(title: note.title, body: note.body, tags: note.tags))
        }
    }

    func detach(from service: NoteService) {
        let changed = service.store.changed
        notes.withLock { $0 = changed }
    }
}
