import Outlive
import Synchronization

/// Who is logged in.
///
/// Safe from any thread.
final class SessionRegistry: Sendable {
    private let sessions = Mutex<[String: Session]>([:])

    /// Logs a user in.
    func open(user: String) -> Session {
        let session = LeakRegistry.shared.track(Session(user: user), as: "Session")
        sessions.withLock { $0[session.token] = session }
        return session
    }

    /// The session that a token stands for, which is used thereby.
    func session(token: String) -> Session? {
        let session = sessions.withLock { $0[token] }
        session?.use()
        return session
    }

    /// Logs a user out.
    func close(_ session: Session) {
        sessions.withLock { $0[session.token] = nil }
    }

    /// Ends the sessions that were not used for a time.
    func closeIdle(longerThan limit: Duration) {
        sessions.withLock { sessions in
            sessions = sessions.filter { $0.value.idleTime <= limit }
        }
    }

    /// How many users are logged in.
    var count: Int { sessions.withLock { $0.count } }
}
