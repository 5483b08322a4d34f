import Outlive
import Synchronization

/// The sessions of the users who are logged in.
///
/// Thread-safe.
final class SessionRegistry: Sendable {
    private let sessions = Mutex<[String: Session]>([:])

    /// Logs a user in.
    func open(user: String) -> Session {
        let session = LeakRegistry.shared.track(Session(user: user), as: "Session")
        sessions.withLock { $0[session.token] = session }
        return session
    }

    /// Returns the session of a token and records the use.
    func session(token: String) -> Session? {
        let session = sessions.withLock { $0[token] }
        session?.use()
        return session
    }

    /// Logs a user out.
    func close(_ session: Session) {
        sessions.withLock { $0[session.token] = nil }
    }

    /// Ends the sessions that have been unused for longer than a limit.
    func closeIdle(longerThan limit: Duration) {
        sessions.withLock { sessions in
            sessions = sessions.filter { $0.value.idleTime <= limit }
        }
    }

    /// The number of sessions.
    var count: Int { sessions.withLock { $0.count } }
}
