internal import Foundation
internal import OutliveBenchmark

/// Measured times in seconds, at least one.
struct Samples {
    var seconds: [Double] = []

    /// Adds the time of the body, divided by the number of operations in it.
    mutating func time(each count: Int = 1, _ body: () -> Void) {
        seconds.append(ContinuousClock().measure(body) / .seconds(1) / Double(count))
    }

    var median: Double { OutliveBenchmark.median(of: seconds) ?? .nan }
    var mean: Double { seconds.reduce(0, +) / Double(seconds.count) }

    /// Returns the median in a unit, and the number of samples.
    func text(_ unit: TimeUnit) -> String {
        "\(unit.text(median)) (n = \(seconds.count))"
    }
}

/// The unit of a printed time.
enum TimeUnit: Double {
    case nanoseconds = 1e-9
    case milliseconds = 1e-3

    func text(_ seconds: Double) -> String {
        number(seconds / rawValue, digits: 2) + (self == .nanoseconds ? " ns" : " ms")
    }
}

/// Returns a number with a given number of decimal places.
func number(_ value: Double, digits: Int) -> String {
    String(format: "%.\(digits)f", value)
}
