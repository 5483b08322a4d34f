#if Lifecycle
public import Outlive
public import ServiceLifecycle

/// A reset host as a service of the application's own group.
///
/// It starts the host, and stops it at the graceful shutdown of the group, so that signals and other services of the
/// application are handled as before:
///
///     let group = ServiceGroup(services: [ResetHostService(host)], gracefulShutdownSignals: [.sigterm], logger: logger)
///     try await group.run()
public struct ResetHostService: Service {
    private let host: ResetHost

    /// Creates the service of a host that is not started.
    public init(_ host: ResetHost) { self.host = host }

    /// Starts the host, and stops it at the graceful shutdown or when the task is cancelled.
    ///
    /// - Throws: `ResetError` if a step throws at the start.
    public func run() async throws {
        let host = host
        // Detached, because tasks of the steps, such as a group of services, must not inherit the graceful shutdown of
        // this service: they would end at once instead of in their teardown.
        _ = try await Task.detached { try await host.start() }.value
        // A cancellation also ends the wait.
        try? await gracefulShutdown()
        _ = try await host.stop()
    }
}
#endif
