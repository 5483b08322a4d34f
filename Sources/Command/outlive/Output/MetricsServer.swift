internal import Dispatch
internal import OutliveHTTPServer
internal import OutliveModel
internal import OutliveSupport
internal import OutliveWire

/// The server of the figures at `GET /metrics` on the loopback interface, for Prometheus, until the process ends.
///
/// The figures need no token, because they hold no text but the name of the program. A page of another site
/// cannot read them: see `AccessControl`. Safe to use from any thread.
final class MetricsServer: Sendable {
    private static let path = "/metrics"

    /// The URL for clients.
    let url: String
    private let figures = Lock(OpenMetrics().bytes)

    /// Starts the server.
    ///
    /// - Parameter port: A port, or 0 for any free one.
    /// - Throws: `Failure` if the port is not available.
    init(port: UInt16) throws(Failure) {
        let listener: Listener
        do throws(SystemError) {
            listener = try Listener(at: .port(port), for: "the metrics", counted: OpenDescriptorCount())
        } catch {
            throw Failure(.harness, "\(error); give another port")
        }
        url = listener.url + Self.path
        var limits = HTTPLimits()
        // No request has a body, so a client that announces one must not occupy the place of another while it sends.
        limits.bodyBytes = 0
        let routes = Routes([Self.path: ["GET": { [self] _ in .metrics(figures.withLock { $0 }) }]])
        let server = HTTPServer(limits, AccessControl(token: nil, port: listener.port), routes)
        Task.detached(executorPreference: ServerQueue()) { await server.serve(listener) }
    }

    /// Replaces the figures.
    func publish(_ bytes: [UInt8]) { figures.withLock { $0 = bytes } }
}

/// A queue of the server's own: on few processors an inspection occupies all threads of the concurrency pool.
private final class ServerQueue: TaskExecutor {
    private let queue = DispatchQueue(label: "outlive.metrics")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
