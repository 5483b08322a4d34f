/// One cycle of a soak: its reset, if there is one, and the resources of the process after settling.
package struct SoakCycle: Codable, Hashable, Sendable {
    /// The cycle's number within the soak, from 1.
    package var cycle: Int
    /// The duration of the reset, in seconds; `nil` without a reset.
    package var seconds: Double?
    /// `true` if the reset failed and a relaunch replaced the process.
    package var fellBack: Bool
    /// The resources that the process used after settling; `nil` if they could not be read.
    package var vitals: Vitals?
    /// The number of live registered components after settling; `nil` if the application is not watched.
    package var liveComponents: Int?

    /// Creates the record of one cycle.
    package init(
        cycle: Int, seconds: Double?, fellBack: Bool = false, vitals: Vitals? = nil, liveComponents: Int? = nil
    ) {
        self.cycle = cycle
        self.seconds = seconds
        self.fellBack = fellBack
        self.vitals = vitals
        self.liveComponents = liveComponents
    }

    /// Returns the value of a metric in this cycle, in the metric's unit, or `nil` if it was not read.
    package func value(of metric: Metric) -> Double? {
        switch metric {
        case .resetSeconds: seconds
        case .residentBytes: vitals.map { Double($0.residentBytes) }
        case .liveComponents: liveComponents.map(Double.init)
        case .threads: vitals.map { Double($0.threads) }
        case .descriptors: vitals.map { Double($0.descriptors) }
        }
    }
}
