import Foundation

extension Notification.Name {
    /// Posted by a `NoteStore` when a note was created, edited or deleted; `id` in the user info tells which.
    static let noteDidChange = Notification.Name("NoteDidChange")
}

/// An observer of one store's changes, for as long as it is held.
///
/// NotificationCenter keeps an observer's block until it is removed by its token: forgetting the token keeps alive
/// whatever the block captures. This owns the token.
final class NoteObservation: Sendable {
    // NotificationCenter's own object, never changed and only handed back to it.
    nonisolated(unsafe) private let token: any NSObjectProtocol

    /// Calls `action` with the id of every note that changes, on the thread that changes it.
    init(of store: NoteStore, _ action: @escaping @Sendable (_ id: Int) -> Void) {
        token = NotificationCenter.default.addObserver(forName: .noteDidChange, object: store, queue: nil) {
            if let id = $0.userInfo?["id"] as? Int { action(id) }
        }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
}
