import Foundation

extension Notification.Name {
    /// Posted by a `NoteStore` after a note was created, edited or deleted; `id` in the user info identifies the note.
    static let noteDidChange = Notification.Name("NoteDidChange")
}

/// An observer of one store's changes, for as long as this object lives.
///
/// NotificationCenter retains an observer's block until its token removes it. A lost token keeps the captures of the
/// block alive, so this object owns the token.
final class NoteObservation: Sendable {
    // An object of NotificationCenter; it is never changed, only passed back to it.
    nonisolated(unsafe) private let token: any NSObjectProtocol

    /// Calls `action` with the id of every note that changes, on the thread that changes it.
    init(of store: NoteStore, _ action: @escaping @Sendable (_ id: Int) -> Void) {
        token = NotificationCenter.default.addObserver(forName: .noteDidChange, object: store, queue: nil) {
            if let id = $0.userInfo?["id"] as? Int { action(id) }
        }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
}
