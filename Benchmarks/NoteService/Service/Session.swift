import Foundation
import Synchronization

/// The session of a user who is logged in.
final class Session: Sendable {
    /// The token that the user's requests carry.
    let token = UUID().uuidString
    /// The user's name.
    let user: String
    private let lastUsed = Mutex(ContinuousClock.now)

    /// Begins a session.
    init(user: String) {
        self.user = user
    }

    /// Records a use, which postpones the end of the session.
    func use() {
        lastUsed.withLock { $0 = .now }
    }

    /// The time since the last use.
    var idleTime: Duration { lastUsed.withLock { $0.duration(to: .now) } }
}
