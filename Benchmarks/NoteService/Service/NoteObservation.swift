import Foundation
import Synchronization

extension Notification.Name {
    /// Posted by a `NoteStore` when a note was created, edited or deleted; `id` in the user info tells which.
    static let noteDidChange = Notification.Name("NoteDidChange")
}

/// An observer of one store's changes that goes away when it is ended or released.
///
/// NotificationCenter keeps an observer's block until it is removed by its token: forgetting the token keeps alive
/// whatever the block captures. This owns the token.
final class NoteObservation: Sendable {
    private let token: Mutex<(any NSObjectProtocol)?>

    /// Calls `action` with the id of every note that changes, on the thread that changes it.
    init(of store: NoteStore, _ action: @escaping @Sendable (_ id: Int) -> Void) {
        let token = NotificationCenter.default.addObserver(forName: .noteDidChange, object: store, queue: nil) {
            if let id = $0.userInfo?["id"] as? Int { action(id) }
        }
        self.token = Mutex(token)
    }

    deinit { end() }

    /// Stops observing; a second call does nothing.
    func end() {
        token.withLock { token in
            if let token { NotificationCenter.default.removeObserver(token) }
            token = nil
        }
    }
}
