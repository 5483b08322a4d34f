import Foundation
import Outlive
import Synchronization

/// An observer whose block captures its owner, and whose removal token is thrown away.
struct NotificationTokenLeak: ServicePlugin {
    func attach(to service: NoteService) {
        LeakRegistry.shared.track(ChangeCounter(), as: "ChangeCounter").observe()
    }
}

private final class ChangeCounter: Sendable {
    private let changes = Atomic(0)

    func observe() {
        // The mistake: the token is dropped, so the block stays registered, and with it `self`.
        _ = NotificationCenter.default.addObserver(forName: .noteDidChange, object: nil, queue: nil) { _ in
            self.changes.add(1, ordering: .relaxed)
        }
    }
}
