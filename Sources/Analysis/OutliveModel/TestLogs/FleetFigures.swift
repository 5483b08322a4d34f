internal import OutliveSupport

/// What MetricKit reports of one version of an app on one version of the system.
package struct FleetFigures: Hashable, Sendable {
    /// The versions by which figures differ.
    package struct Version: Hashable, Sendable, Comparable {
        package var app: String
        package var system: String

        package init(app: String, system: String) { (self.app, self.system) = (app, system) }

        package static func < (one: Version, other: Version) -> Bool {
            (one.app, one.system) < (other.app, other.system)
        }
    }

    package var version: Version
    /// The number of payloads with metrics; those with diagnostics alone do not count.
    package var payloads = 0
    /// The exits because of memory, and all exits.
    package var foreground = Exits()
    package var background = Exits()
    /// The largest use of memory, in bytes; `nil` if it is unknown.
    package var peakMemory: Int?
    /// The mean use of memory while suspended, in bytes; `nil` if it is unknown.
    package var suspendedMemory: Int? {
        suspendedSamples > 0 ? Int(min(suspendedSum / Double(suspendedSamples), 1e15)) : nil
    }
    private var suspendedSum = 0.0
    private var suspendedSamples = 0
    /// The number of hangs in metrics, and of reports on single hangs, which metrics may count as well.
    package var hangs = 0
    package var hangReports = 0
    /// The longest hang in seconds; `nil` if it is unknown.
    package var longestHang: Double?

    package struct Exits: Hashable, Sendable {
        package var ofMemory = 0
        package var all = 0

        package init(ofMemory: Int = 0, all: Int = 0) { (self.ofMemory, self.all) = (ofMemory, all) }
    }

    package init(_ version: Version) { self.version = version }

    package mutating func addSuspended(bytes: Int, samples: Int) {
        let samples = min(max(samples, 1), 1 << 30)
        suspendedSum += Double(bytes) * Double(samples)
        suspendedSamples = boundedSum(suspendedSamples, samples)
    }

    /// Adds the figures of another payload of the same version.
    package mutating func add(_ other: FleetFigures) {
        payloads = boundedSum(payloads, other.payloads)
        for exits in [\FleetFigures.foreground, \.background] {
            self[keyPath: exits].ofMemory = boundedSum(self[keyPath: exits].ofMemory, other[keyPath: exits].ofMemory)
            self[keyPath: exits].all = boundedSum(self[keyPath: exits].all, other[keyPath: exits].all)
        }
        peakMemory = [peakMemory, other.peakMemory].compactMap(\.self).max()
        suspendedSum += other.suspendedSum
        suspendedSamples = boundedSum(suspendedSamples, other.suspendedSamples)
        hangs = boundedSum(hangs, other.hangs)
        hangReports = boundedSum(hangReports, other.hangReports)
        longestHang = [longestHang, other.longestHang].compactMap(\.self).max()
    }
}
