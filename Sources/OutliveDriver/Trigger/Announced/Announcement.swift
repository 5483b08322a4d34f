internal import OutliveModel

/// Where an application says that its HTTP server listens: the last of what it announced.
final class Announcement: Sendable {
    private let last = Locked<String?>(nil)
    private let first = Promise<Void>()

    /// Begins to follow the notifications of one process.
    init(in messages: Broadcast<NotifyMessage>) {
        messages.follow { [last, first] message in
            guard let url = message.http else { return }
            last.withLock { $0 = url }
            first.fulfil(())
        }
    }

    /// The server's address; a server that was not announced yet is waited for a moment, as one that tells ready by a
    /// line or an answer may do so before it announces.
    ///
    /// - Throws: `Failure` with `resetFailed` when none is announced, or what is announced cannot be used.
    func endpoint() async throws -> Endpoint {
        _ = try await firstOf(timeout: .seconds(1)) { [first] in try await first.get() }
        guard let url = last.withLock({ $0 }) else {
            throw Failure(
                .resetFailed,
                "the application announced no URL, which --reset http needs: give its host an HTTPNotifier(), and let "
                    + "its NOTIFY_SOCKET through; was it built with the trait LiveReset?")
        }
        guard let endpoint = Self.endpoint(of: url) else {
            throw Failure(
                .resetFailed,
                "the application announced '\(url)', which is no http://127.0.0.1:PORT and no http+unix://PATH: "
                    + "resets go to this machine only")
        }
        return endpoint
    }

    /// The server of `http://127.0.0.1:PORT` or `http+unix://PATH`, with the path's special characters as `%XX`; nil
    /// for anything else, as a token must not leave the machine.
    static func endpoint(of url: String) -> Endpoint? {
        if let socket = UnixSocketURL(url) { return try? Endpoint(path: socket.path) }
        guard let rest = url.after("http://") else { return nil }
        let authority = rest.hasSuffix("/") ? String(rest.dropLast()) : rest
        guard let endpoint = try? Endpoint(hostAndPort: authority), case .tcp(let host, _) = endpoint,
            ["127.0.0.1", "::1", "localhost"].contains(host)
        else { return nil }
        return endpoint
    }
}
