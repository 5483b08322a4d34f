#if Lifecycle
public import Logging
public import Outlive
public import ServiceLifecycle

extension ResetHost {
    /// Adds a step that runs a group of services, and shuts it down gracefully at every teardown.
    ///
    ///     let store = await host.add("store") { input in try await Store(input.arguments) }
    ///     await host.addServiceGroup(logger: logger) { _ in [try HTTPServer(store.value), Cleaner()] }
    ///     try await host.start()
    ///
    /// The services are made anew in every generation, because a service of a group runs once. Services of a group
    /// become ready concurrently, and the step does not wait for that: a service that has to be ready before the reset
    /// is acknowledged is built by an earlier step.
    ///
    /// - Parameters:
    ///   - name: The name of the step in timings and failures.
    ///   - gracePeriod: The time that the services have to end after the shutdown is requested; what does not end then
    ///     is cancelled. The teardown waits without a limit for a service that ignores its cancellation.
    ///   - logger: The logger of the group, which also reports a group that ends by itself.
    ///   - services: Makes the services of one generation.
    /// - Returns: The step; its value is the running group.
    @discardableResult
    public func addServiceGroup(
        _ name: String = "services", gracePeriod: Duration = .seconds(5), logger: Logger,
        services: @escaping @Sendable (LaunchInput) async throws -> [any Service]
    ) -> ResetStep<RunningServiceGroup> {
        add(name) { input in
            RunningServiceGroup(try await services(input), gracePeriod: gracePeriod, logger: logger)
        } teardown: { group in
            try await group.shutDown()
        }
    }
}

/// A group of services that runs in a task of its own until its graceful shutdown.
public final class RunningServiceGroup: Sendable {
    private let group: ServiceGroup
    private let task: Task<Void, any Error>

    /// Starts a group.
    init(_ services: [any Service], gracePeriod: Duration, logger: Logger) {
        var configuration = ServiceGroupConfiguration(services: services, logger: logger)
        configuration.maximumGracefulShutdownDuration = gracePeriod
        // No `maximumCancellationDuration`: at its end the library ends the process.
        let group = ServiceGroup(configuration: configuration)
        self.group = group
        task = Task {
            do {
                try await group.run()
            } catch {
                logger.critical("The services of this generation ended.", metadata: ["error": "\(error)"])
                throw error
            }
        }
    }

    /// Requests the graceful shutdown and waits until all services have ended.
    ///
    /// - Throws: The error of the group, if a service failed before or during the shutdown.
    public func shutDown() async throws {
        await group.triggerGracefulShutdown()
        try await task.value
    }
}
#endif
