import Synchronization

/// Carries users' notes over a reset: no object survives, but the state does.
final class NoteBleed: ServicePlugin {
    /// The mistake: a static outlives the generation whose notes it has.
    static let carried = Mutex<[Note]>([])

    func attach(to service: NoteService) {
        for note in Self.carried.withLock({ $0 }) {
            service.store.create(NoteDraft(title: note.title, body: note.body, tags: note.tags))
        }
    }

    func detach(from service: NoteService) {
        let changed = service.store.changed
        Self.carried.withLock { $0 = changed }
    }
}
