import Logging
import Metrics
import MetricsTestKit
import OutliveLifecycle
import ServiceLifecycle
import Synchronization
import Testing

@testable import Outlive

/// A log handler that keeps what is logged.
private struct KeptLog: LogHandler {
    let lines: Lines
    /// Called before the first line is kept.
    var beforeFirst: @Sendable () -> Void = {}
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    final class Lines: Sendable {
        let texts = Mutex<[String]>([])
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        if lines.texts.withLock({ $0.isEmpty }) { beforeFirst() }
        let keys = (event.metadata ?? [:]).keys.sorted().joined(separator: " ")
        lines.texts.withLock { $0.append("\(event.level): \(event.message) [\(keys)]") }
    }
}

/// A component that no reset releases.
private final class Shared: Sendable {}

// One at a time, because the metrics system is one for the process.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct TelemetryTests {
    @Test func `A reset is a log line and a metric, where the application bootstraps them`() async throws {
        let metrics = TestMetrics()
        MetricsSystem.bootstrap(metrics)
        let log = KeptLog.Lines()
        let logger = Logger(label: "test") { _ in KeptLog(lines: log) }
        let registry = LeakRegistry()
        let host = ResetHost(notifiers: [], registry: registry, arguments: [], environment: [:])
        let shared = Shared()
        await host.add("part") { _ in registry.track(shared, lifetime: .process(reason: "shared by all")) }
        try await host.start()
        let service = ResetTelemetryService(host.history, logger: logger)
        let running = Task { try await service.run() }
        // The service subscribes, and then records the generation.
        while metrics.recorders.isEmpty { await Task.yield() }
        _ = await host.reset()
        while !metrics.recorders.contains(where: { $0.label == "outlive_survivors" }) { await Task.yield() }
        running.cancel()
        _ = try? await running.value
        #expect(try metrics.expectGauge("outlive_generation").values == [1, 2])
        #expect(try metrics.expectCounter("outlive_resets", [("usable", "true")]).values.isEmpty == false)
        #expect(try metrics.expectTimer("outlive_reset_duration").values.isEmpty == false)
        // What is meant to outlive resets is no survivor, and no reason for a warning.
        #expect(try metrics.expectGauge("outlive_survivors").lastValue == 0)
        #expect(
            log.texts.withLock { $0 } == ["info: The application was reset. [outlive.generation outlive.seconds]"])
    }

    @Test func `A service that falls behind goes on with later resets, until the shutdown`() async throws {
        let history = ResetHost(notifiers: [], arguments: [], environment: [:]).history
        let log = KeptLog.Lines()
        // While the first line is logged, more events occur than a stream keeps.
        let logger = Logger(label: "test") { _ in
            KeptLog(lines: log) { for _ in 0..<1_100 { history.note(.began, generation: 1) } }
        }
        let group = ServiceGroup(
            services: [ResetTelemetryService(history, logger: logger)], logger: Logger(label: "group"))
        async let running: Void = group.run()
        // Repeated, because nothing outside of the service shows when it has subscribed.
        while log.texts.withLock({ $0.isEmpty }) {
            history.note(.ended(ResetReply(request: 0, endedGeneration: 1)), generation: 2)
            await Task.yield()
        }
        while !log.texts.withLock({ $0.contains { $0.hasPrefix("error: ") } }) {
            history.note(.ended(ResetReply(request: 0, endedGeneration: 2, usable: false)), generation: 3)
            await Task.yield()
        }
        await group.triggerGracefulShutdown()
        try await running
    }
}
