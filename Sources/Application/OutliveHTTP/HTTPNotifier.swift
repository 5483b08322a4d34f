#if LiveReset
internal import OutliveSupport
public import Outlive

/// A notifier that requests resets for `POST /reset`, from this machine and with the token of this launch.
///
///     let host = ResetHost(notifiers: [SignalNotifier(), HTTPNotifier()])
///
/// It listens only if the launching process sets `OUTLIVE_TOKEN`, and not in a child of the process that a harness
/// watches. It announces its address to the service manager as `X_OUTLIVE_HTTP=URL` before `READY=1`, or prints that
/// line on standard error without `NOTIFY_SOCKET`. Once added, it listens across resets until `stop` or the end of the
/// process. Safe to use from any thread.
///
/// Create it before starting child processes. It removes `OUTLIVE_TOKEN` and `OUTLIVE_PORT` from the environment of
/// this process, so that no child that also links Outlive listens in its place.
public final class HTTPNotifier: ResetNotifier {
    private let address: HTTPAddress
    private let environment: [String: String]
    private let limits: HTTPLimits
    private let announcement: Announcement
    private let service = HTTPService()

    /// Creates a notifier that does not listen yet.
    ///
    /// - Parameters:
    ///   - address: The address to listen at, by default 127.0.0.1 at the port in `OUTLIVE_PORT` or a free one.
    ///   - environment: The environment with `OUTLIVE_TOKEN`, `OUTLIVE_PORT` and the service manager. If it is `nil`,
    ///     the notifier uses that of the process and removes the first two.
    public convenience init(at address: HTTPAddress = .loopback, environment: [String: String]? = nil) {
        self.init(at: address, environment: environment, limits: HTTPLimits())
    }

    init(
        at address: HTTPAddress, environment: [String: String]?, limits: HTTPLimits,
        announcement: Announcement = Announcement()
    ) {
        self.announcement = announcement
        self.address = address
        self.environment = environment ?? ProcessEnvironment.take()
        self.limits = limits
    }

    /// The address: `http://127.0.0.1:PORT`, or `http+unix://` and the percent-encoded path; `nil` while not listening.
    public var url: String? {
        get async { await service.url }
    }

    /// The number of open sockets, including the listening one.
    var openSockets: Int { service.openSockets }

    /// Listens if `OUTLIVE_TOKEN` is set, and calls `handler` with each request; returns when clients can connect.
    ///
    /// - Throws: `ResetError` if the address is not available, the token has fewer than 16 characters, or the notifier
    ///   already listens.
    public func add(handler: ResetHandler) async throws {
        guard let token = try Token(environment: environment), !Harness.watchesAnother(by: environment) else { return }
        let url = try await service.start(at: address.resolved(in: environment), token, handler, limits)
        announcement.tell(url, in: environment)
    }

    /// Closes the listening socket and all connections, and waits until they are closed.
    ///
    /// Resets that have begun continue. The notifier may be added again afterwards.
    public func stop() async {
        await service.stop()
    }
}

/// The running server of a notifier.
private actor HTTPService {
    private struct Server {
        let url: String
        let serving: Task<Void, Never>
        /// One for each server, because waiting for its end must not wait for the next server.
        let census: OpenDescriptorCount
    }

    /// The server until all its sockets are closed.
    private var server: Server?
    private nonisolated let newestCensus = Lock(OpenDescriptorCount())

    var url: String? { server?.url }
    nonisolated var openSockets: Int { newestCensus.withLock { $0.open } }

    func start(at address: HTTPAddress, _ token: Token, _ handler: ResetHandler, _ limits: HTTPLimits) throws -> String
    {
        guard server == nil else {
            throw ResetError(.cannotListen, "the notifier listens already; make another one for another host")
        }
        let census = OpenDescriptorCount()
        let listener = try Listener(at: address, counted: census)
        let access = AccessControl(token: token, port: listener.port)
        let guardian = HTTPGuard(limits, access, Routes(of: handler, limits))
        // Detached, because a host adds its notifiers during its start. Requests must not inherit its `ResetScope`.
        let serving = Task.detached { await guardian.serve(listener) }
        server = Server(url: listener.url, serving: serving, census: census)
        newestCensus.withLock { $0 = census }
        return listener.url
    }

    func stop() async {
        guard let ending = server else { return }
        ending.serving.cancel()
        await ending.serving.value
        await ending.census.allClosed()
        // With two concurrent calls, another server may have started by now.
        if server?.serving == ending.serving { server = nil }
    }
}
#endif
