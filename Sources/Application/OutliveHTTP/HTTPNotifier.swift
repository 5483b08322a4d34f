public import Outlive
public import OutliveWire

#if LiveReset
internal import OutliveHTTPRoutes
internal import OutliveHTTPServer
internal import OutliveSupport
#endif

/// A notifier that requests a reset for each `POST /reset` from this machine with the token of this launch.
///
///     let host = ResetHost(notifiers: [SignalNotifier(), HTTPNotifier()])
///
/// It listens only if the launching process sets `OUTLIVE_TOKEN`, and not in a child of the process that a harness
/// watches. It sends its address to the service manager as `X_OUTLIVE_HTTP=URL` before `READY=1`. Without
/// `NOTIFY_SOCKET` it prints that line on standard error. Once added, it listens across resets until `stop` or the end
/// of the process. Safe to use from any thread.
///
/// Create it before starting child processes. It removes `OUTLIVE_TOKEN` and `OUTLIVE_PORT` from the environment of
/// this process. Otherwise a child that also links Outlive could listen in its place. Without the package trait
/// `LiveReset`, it never listens.
public final class HTTPNotifier: ResetNotifier {
    #if LiveReset
    private struct State {
        /// The running server, until all its sockets are closed.
        var serving: (url: String, task: Task<Void, Never>, sockets: OpenDescriptorCount)?
        /// The sockets of the newest server.
        ///
        /// Each server has its own count, because waiting for its end must not wait for the next server.
        var sockets = OpenDescriptorCount()
    }

    private let address: HTTPAddress
    private let environment: [String: String]
    private let limits: HTTPLimits
    private let printLine: @Sendable (String) -> Void
    private let state = Lock(State())

    /// Creates a notifier with given limits.
    ///
    /// - Parameter printLine: Prints the address if there is no service manager.
    init(
        at address: HTTPAddress, environment: [String: String]?, limits: HTTPLimits,
        printLine: @escaping @Sendable (String) -> Void = { StandardError.write($0) }
    ) {
        self.address = address
        self.environment = environment ?? CurrentProcess.takeLaunchEnvironment()
        self.limits = limits
        self.printLine = printLine
    }
    #endif

    /// Creates a notifier that does not listen yet.
    ///
    /// - Parameters:
    ///   - address: The address to listen at; by default 127.0.0.1, at the port in `OUTLIVE_PORT` or at a free one.
    ///   - environment: The environment with `OUTLIVE_TOKEN`, `OUTLIVE_PORT` and the service manager. If it is `nil`,
    ///     the notifier uses the process's own and removes the first two.
    public convenience init(at address: HTTPAddress = .loopback, environment: [String: String]? = nil) {
        #if LiveReset
        self.init(at: address, environment: environment, limits: HTTPLimits())
        #else
        self.init()
        #endif
    }

    /// The address: `http://127.0.0.1:PORT`, or `http+unix://` and the percent-encoded path; `nil` while not listening.
    public var url: String? {
        get async {
            #if LiveReset
            state.withLock { $0.serving?.url }
            #else
            nil
            #endif
        }
    }

    /// Listens if `OUTLIVE_TOKEN` is set, and calls `handler` with each request; returns once clients can connect.
    ///
    /// - Throws: `ResetError` if the address is not available, the token has fewer than 16 characters, or the notifier
    ///   already listens.
    public func add(handler: ResetHandler) async throws {
        #if LiveReset
        guard let token = try Token(environment: environment), !harnessWatchesAnother(by: environment) else { return }
        let address = try address.resolved(in: environment)
        announce(try state.withLock { try serve(at: address, token, handler, &$0) })
        #endif
    }

    /// Closes the listening socket and all connections, and waits until they are closed.
    ///
    /// Resets that have begun continue. The notifier may be added again afterwards.
    public func stop() async {
        #if LiveReset
        guard let ending = state.withLock({ $0.serving }) else { return }
        ending.task.cancel()
        await ending.task.value
        await ending.sockets.allClosed()
        // With two concurrent calls, another server may have started by now.
        state.withLock { if $0.serving?.task == ending.task { $0.serving = nil } }
        #endif
    }
}

#if LiveReset
extension HTTPNotifier {
    /// The number of open sockets, including the listening one.
    var openSockets: Int { state.withLock { $0.sockets }.open }

    private func serve(at address: HTTPAddress, _ token: Token, _ handler: ResetHandler, _ state: inout State) throws
        -> String
    {
        guard state.serving == nil else {
            throw ResetError(.cannotListen, "the notifier listens already; make another one for another host")
        }
        let sockets = OpenDescriptorCount()
        let listener: Listener
        do throws(SystemError) {
            listener = try Listener(at: address, for: "resets by HTTP", counted: sockets)
        } catch {
            throw ResetError(.cannotListen, error.description)
        }
        let access = AccessControl(token: token, open: Routes.openPaths, port: listener.port)
        let server = HTTPServer(limits, access, Routes(of: handler, limits))
        // Detached, because a host adds its notifiers during its start, and requests must not inherit its `ResetScope`.
        let task = Task.detached { await server.serve(listener) }
        state = State(serving: (listener.url, task, sockets), sockets: sockets)
        return listener.url
    }

    /// Announces the address to the service manager, or prints it; without the token, because it may be logged.
    private func announce(_ url: String) {
        if environment[EnvironmentName.notifySocket, default: ""].isEmpty {
            printLine("\(NotificationField.http)=\(url)")
        } else {
            ServiceManager(environment: environment).notify([(NotificationField.http, url)])
        }
    }
}
#endif
