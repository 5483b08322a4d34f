internal import OutliveModel
internal import OutliveSupport

/// The last announcement of the address of an application's HTTP server.
final class Announcement: Sendable {
    private let last = Lock<String?>(nil)
    private let first = Promise<Void>()

    init(in messages: Broadcast<NotifyMessage>) {
        messages.follow { [last, first] message in
            guard let url = message.http else { return }
            last.withLock { $0 = url }
            first.fulfil(())
        }
    }

    /// Returns the server's address; waits up to a second for the announcement.
    ///
    /// An application whose ready check is a line or a response may be ready before it announces.
    ///
    /// - Throws: `Failure` with `resetFailed` if no address is announced, or the announced one is invalid.
    func endpoint() async throws -> Endpoint {
        _ = try await firstOf(timeout: .seconds(1)) { [first] in try await first.get() }
        guard let url = last.withLock({ $0 }) else {
            throw Failure(
                .resetFailed,
                "the application announced no URL, which --reset http needs: give its host an HTTPNotifier(), and pass "
                    + "NOTIFY_SOCKET on to it; was it built with the trait LiveReset?")
        }
        guard let endpoint = Self.endpoint(of: url) else {
            throw Failure(
                .resetFailed,
                "the application announced '\(url)', which is neither http://127.0.0.1:PORT nor http+unix://PATH: "
                    + "resets go to this machine only")
        }
        return endpoint
    }

    /// Returns the server of `http://127.0.0.1:PORT` or `http+unix://PATH`, with percent-encoding in the path.
    ///
    /// Returns `nil` for any other URL, because a token must not leave the machine.
    static func endpoint(of url: String) -> Endpoint? {
        if let socket = UnixSocketURL(url) {
            let endpoint = Endpoint.unix(path: socket.path)
            return endpoint.obstacle == nil ? endpoint : nil
        }
        guard let rest = url.after("http://") else { return nil }
        let authority = rest.hasSuffix("/") ? String(rest.dropLast()) : rest
        // An announcement has no placeholders.
        guard !authority.contains("{"), let endpoint = try? Endpoint.parse(hostAndPort: authority)(.sample),
            case .tcp(let host, _) = endpoint, ["127.0.0.1", "::1", "localhost"].contains(host)
        else { return nil }
        return endpoint
    }
}
