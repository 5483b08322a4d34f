import Dispatch
import Foundation

/// The readings of one shelf's thermometer.
final class Thermometer: @unchecked Sendable {
    let shelf: String
    private(set) var readings: [Double] = []
    init(shelf: String) { self.shelf = shelf }

    func read() { if readings.count < 4 { readings.append(18.5) } }
}

struct Sampler: Sendable {
    private let queue = DispatchQueue(label: "sampler")
    let cancels: Bool

    init(cancels: Bool) { self.cancels = cancels }

    func sample(_ shelf: String) -> String {
        let thermometer = Thermometer(shelf: shelf)
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: .now(), repeating: .seconds(600))
        source.setEventHandler { thermometer.read() }  // TRUE CULPRIT of --leak source: never cancelled
        source.resume()
        queue.sync {}
        if cancels { source.cancel() }
        return "sampled \(thermometer.shelf)"
    }
}
