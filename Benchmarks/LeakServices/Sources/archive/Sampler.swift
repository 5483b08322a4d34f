import Dispatch
import Foundation

/// The readings of one shelf.
final class Thermometer: @unchecked Sendable {
    let shelf: String
    private var readings: [Double] = []
    private var source: (any DispatchSourceTimer)?
    init(shelf: String) { self.shelf = shelf }

    func start(on queue: DispatchQueue) {
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: .now(), repeating: .seconds(600))
        source.setEventHandler { self.read() }  // TRUE CULPRIT of --leak source: never cancelled
        source.resume()
        self.source = source
    }

    func stop() {
        source?.cancel()
        source = nil
    }

    private func read() { if readings.count < 4 { readings.append(18.5) } }
}

struct Sampler: Sendable {
    private let queue = DispatchQueue(label: "sampler")
    private let stopsAfterwards: Bool

    init(stopsAfterwards: Bool) { self.stopsAfterwards = stopsAfterwards }

    func sample(_ shelf: String) -> String {
        let thermometer = Thermometer(shelf: shelf)
        thermometer.start(on: queue)
        queue.sync {}
        if stopsAfterwards { thermometer.stop() }
        return "sampled \(thermometer.shelf)"
    }
}
