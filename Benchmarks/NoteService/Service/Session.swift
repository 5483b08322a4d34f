import Foundation
import Synchronization

/// A user who is logged in.
final class Session: Sendable {
    /// What the user's requests carry.
    let token = UUID().uuidString
    /// The user's name.
    let user: String
    private let lastUsed = Mutex(ContinuousClock.now)

    /// Begins a session.
    init(user: String) {
        self.user = user
    }

    /// Puts the session's end off.
    func use() {
        lastUsed.withLock { $0 = .now }
    }

    /// How long the session was not used.
    var idleTime: Duration { lastUsed.withLock { $0.duration(to: .now) } }
}
