#if LiveReset
public import Outlive

/// Asks for a reset whenever an HTTP request does: `POST /reset`, from this machine and with the token of this launch.
///
///     let host = ResetHost(notifiers: [SignalNotifier(), HTTPNotifier()])
///
/// It listens only where `OUTLIVE_TOKEN` is set, which the one who launches the process does, and not in a child of the
/// process that a harness watches; otherwise it does nothing at all. The address is announced to the service manager as
/// `X_OUTLIVE_HTTP=URL`, before `READY=1`; where there is no `NOTIFY_SOCKET`, that line goes to standard error. Once
/// added it listens for the rest of the process's life, over resets too, or until `stop`. Safe to use from any thread.
///
/// Make it before anything that starts processes: it takes `OUTLIVE_TOKEN` and `OUTLIVE_PORT` out of the environment of
/// this one, so that no child that links Outlive, too, listens in its place.
public final class HTTPNotifier: ResetNotifier {
    private let address: HTTPAddress
    private let environment: [String: String]
    private let limits: HTTPLimits
    private let announcement: Announcement
    private let service = HTTPService()

    /// Makes a notifier that does not listen yet.
    ///
    /// - Parameters:
    ///   - address: where to listen; by default 127.0.0.1, at the port of `OUTLIVE_PORT` or at one that is free.
    ///   - environment: where `OUTLIVE_TOKEN`, `OUTLIVE_PORT` and the service manager are looked up, and left as they
    ///     are; nil for that of the process, out of which the first two are taken.
    public convenience init(at address: HTTPAddress = .loopback, environment: [String: String]? = nil) {
        self.init(at: address, environment: environment, limits: HTTPLimits())
    }

    init(
        at address: HTTPAddress, environment: [String: String]?, limits: HTTPLimits,
        announcement: Announcement = Announcement()
    ) {
        self.announcement = announcement
        self.address = address
        self.environment = environment ?? OwnEnvironment.take()
        self.limits = limits
    }

    /// Where it listens: `http://127.0.0.1:PORT`, or `http+unix://` and the percent-encoded path; nil where it does
    /// not.
    public var url: String? {
        get async { await service.url }
    }

    /// How many sockets it has open, the one that it listens at included.
    var openSockets: Int { service.openSockets }

    /// Listens, if `OUTLIVE_TOKEN` is set, and calls `handler` with each request; returns when clients can connect.
    ///
    /// - Throws: `ResetError` when the address cannot be had, the token is too short to be one (16 characters), or the
    ///   notifier listens already.
    public func add(handler: ResetHandler) async throws {
        guard let token = try Token(environment: environment), !Harness.watchesAnother(by: environment) else { return }
        let url = try await service.start(at: address.resolved(in: environment), token, handler, limits)
        announcement.tell(url, in: environment)
    }

    /// Closes the listening socket and every connection; returns when they are closed.
    ///
    /// Resets that have begun go on. It may be added again after that.
    public func stop() async {
        await service.stop()
    }
}

/// The server of a notifier, while it runs.
private actor HTTPService {
    private struct Server {
        let url: String
        let serving: Task<Void, Never>
        /// Its own: who waits for the end of a server must not wait for that of the next one.
        let census: DescriptorCensus
    }

    /// Set until all that belongs to it is closed.
    private var server: Server?
    private nonisolated let newestCensus = Lock(DescriptorCensus())

    var url: String? { server?.url }
    nonisolated var openSockets: Int { newestCensus.withLock { $0.open } }

    func start(at address: HTTPAddress, _ token: Token, _ handler: ResetHandler, _ limits: HTTPLimits) throws -> String
    {
        guard server == nil else {
            throw ResetError(.cannotListen, "the notifier listens already; make another one for another host")
        }
        let census = DescriptorCensus()
        let listener = try Listener(at: address, counted: census)
        let access = AccessControl(token: token, port: listener.port)
        let guardian = HTTPGuard(limits, access, Routes(of: handler, limits))
        // Detached: a host adds its notifiers while it starts, and requests must not seem to come from inside of that.
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
        // Where two asked for the end, another server may have begun by now.
        if server?.serving == ending.serving { server = nil }
    }
}
#endif
