/// One cycle of a soak: its reset if there is one, and what the process used when it had settled.
public struct SoakCycle: Codable, Hashable, Sendable {
    /// The cycle's number within the soak, from 1.
    public var cycle: Int
    /// How long the reset took, in seconds; absent where nothing is reset.
    public var seconds: Double?
    /// Whether the reset failed and the application was relaunched, which makes a new process.
    public var fellBack: Bool
    /// What the process used after settling; absent when it could not be read.
    public var vitals: Vitals?
    /// Live registered components after settling, where the application is watched.
    public var liveComponents: Int?

    /// Makes the record of one cycle.
    public init(cycle: Int, seconds: Double?, fellBack: Bool = false, vitals: Vitals? = nil, liveComponents: Int? = nil)
    {
        self.cycle = cycle
        self.seconds = seconds
        self.fellBack = fellBack
        self.vitals = vitals
        self.liveComponents = liveComponents
    }

    /// What a metric was in this cycle, in the metric's unit; nil where it was not read.
    public func value(of metric: Metric) -> Double? {
        switch metric {
        case .resetSeconds: seconds
        case .residentBytes: vitals.map { Double($0.residentBytes) }
        case .liveComponents: liveComponents.map(Double.init)
        case .threads: vitals.map { Double($0.threads) }
        case .descriptors: vitals.map { Double($0.descriptors) }
        }
    }
}
