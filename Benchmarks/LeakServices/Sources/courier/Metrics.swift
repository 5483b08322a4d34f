import CoreMetrics
import NIOConcurrencyHelpers

/// Recorders by label and dimensions, kept for the operators.
final class OperatorMetrics: MetricsFactory, @unchecked Sendable {
    private let recorders = NIOLockedValueBox<[String: any RecorderHandler]>([:])

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        let key = label + dimensions.map { "{\($0.0)=\($0.1)}" }.joined()
        return recorders.withLockedValue { recorders in
            if let known = recorders[key] { return known }
            let recorder = SizeRecorder()
            recorders[key] = recorder  // filled by --leak labels
            return recorder
        }
    }
    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        NOOPMetricsHandler.instance
    }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { NOOPMetricsHandler.instance }
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

final class SizeRecorder: RecorderHandler, @unchecked Sendable {
    private let buckets = NIOLockedValueBox([Int](repeating: 0, count: 8))
    func record(_ value: Int64) { buckets.withLockedValue { $0[min(7, Int(value) / 8)] += 1 } }
    func record(_ value: Double) { record(Int64(value)) }
}
