import OutliveBenchmark
import OutliveSupport

extension SplitMix64 {
    /// A normal number with mean 0 and deviation 1, by Box and Muller.
    mutating func normal() -> Double {
        (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit())
    }

    /// A factor near 1, now and then far above it, as timings are.
    mutating func heavyTailed() -> Double {
        exp(0.1 * normal()) * (unit() < 0.08 ? 1 + 2 * unit() : 1)
    }
}
