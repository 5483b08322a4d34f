import Logging
import Metrics
import MetricsTestKit
import Outlive
import OutliveLifecycle
import ServiceLifecycle
import Synchronization
import Testing

/// A log handler that keeps what is logged.
private struct KeptLog: LogHandler {
    let lines: Lines
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
        let keys = (event.metadata ?? [:]).keys.sorted().joined(separator: " ")
        lines.texts.withLock { $0.append("\(event.level): \(event.message) [\(keys)]") }
    }
}

@Suite(.timeLimit(.minutes(2)))
struct TelemetryTests {
    @Test func `A reset is a log line and a metric, where the application bootstraps them`() async throws {
        let metrics = TestMetrics()
        MetricsSystem.bootstrap(metrics)
        let log = KeptLog.Lines()
        let logger = Logger(label: "test") { _ in KeptLog(lines: log) }
        let host = ResetHost(notifiers: [], arguments: [], environment: [:])
        await host.add("part") { _ in 1 }
        try await host.start()
        let service = ResetTelemetryService(host.history, logger: logger)
        let running = Task { try await service.run() }
        // The service subscribes, and then records the generation.
        while metrics.recorders.isEmpty { await Task.yield() }
        _ = await host.reset()
        while metrics.counters.isEmpty { await Task.yield() }
        running.cancel()
        _ = try? await running.value
        #expect(try metrics.expectGauge("outlive_generation").values == [1, 2])
        #expect(try metrics.expectCounter("outlive_resets", [("usable", "true")]).values.isEmpty == false)
        #expect(try metrics.expectTimer("outlive_reset_duration").values.isEmpty == false)
        #expect(
            log.texts.withLock { $0 }.first
                == "info: The application was reset. [outlive.generation outlive.seconds]")
    }
}
