#if Lifecycle
public import Logging
internal import Metrics
public import Outlive
public import ServiceLifecycle

/// A service that reports the resets of a host and their survivors to swift-log and swift-metrics.
///
/// Metrics appear where the application bootstraps a factory:
///
/// | metric | meaning |
/// |---|---|
/// | `outlive_resets` | counter of resets; the dimension `usable` is `true` or `false` |
/// | `outlive_reset_duration` | timer of resets, all phases together |
/// | `outlive_survivors` | gauge of the components that outlived the last settled reset |
/// | `outlive_generation` | gauge of the current generation |
///
/// Each reset is one log line with the metadata `outlive.generation` and `outlive.seconds`, at the level info, or error
/// with `outlive.failures` after a failure. Survivors are another line once the generation has settled, at the level
/// warning, with `outlive.generation`, `outlive.survivors` and `outlive.types`. Components with lifetime `process` do
/// not count. Events are lost if the service falls more than 1000 behind.
public struct ResetTelemetryService: Service {
    private let history: ResetHistory
    private let logger: Logger

    /// Creates the service for the history of a host.
    public init(_ history: ResetHistory, logger: Logger) {
        self.history = history
        self.logger = logger
    }

    /// Reports events until the graceful shutdown.
    public func run() async throws {
        #if LiveReset
        var events = history.events()
        // Before the first reset: what the metrics system makes at its first use must not seem to be left by a reset.
        Gauge(label: "outlive_generation").record(history.generation)
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            for await event in events.cancelOnGracefulShutdown() { report(event) }
            // A stream that ends by itself has a gap.
            events = history.events()
        }
        #else
        // Without resets there is nothing to report, but a service that ends would end its group.
        try? await gracefulShutdown()
        #endif
    }

    private func report(_ event: ResetEvent) {
        switch event {
        case .began: break
        case .ended(let reply) where reply.kind == .reset && reply.refusal == nil: report(reply)
        case .ended: break
        case .settled(let generation): report(generation)
        }
    }

    private func report(_ reply: ResetReply) {
        // A phase contains its steps.
        let seconds = reply.phases.filter { !$0.name.contains("/") }.reduce(0) { $0 + $1.seconds }
        Counter(label: "outlive_resets", dimensions: [("usable", "\(reply.usable)")]).increment()
        Metrics.Timer(label: "outlive_reset_duration").recordSeconds(seconds)
        Gauge(label: "outlive_generation").record(reply.endedGeneration + 1)
        var metadata: Logger.Metadata = [
            "outlive.generation": "\(reply.endedGeneration)", "outlive.seconds": "\(seconds)",
        ]
        guard reply.usable else {
            metadata["outlive.failures"] =
                "\(reply.failures.map { "\($0.step): \($0.message)" }.joined(separator: "; "))"
            return logger.error("A reset left the application unusable.", metadata: metadata)
        }
        logger.info("The application was reset.", metadata: metadata)
    }

    private func report(_ generation: GenerationReport) {
        let survivors = generation.unexpectedSurvivors
        let count = survivors.reduce(0) { $0 + $1.count }
        Gauge(label: "outlive_survivors").record(count)
        guard count > 0 else { return }
        logger.warning(
            "Components outlived a reset.",
            metadata: [
                "outlive.generation": "\(generation.generation)", "outlive.survivors": "\(count)",
                "outlive.types": "\(survivors.prefix(5).map(\.key.type).joined(separator: ", "))",
            ])
    }
}
#endif
