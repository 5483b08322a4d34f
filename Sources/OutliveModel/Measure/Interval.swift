/// A range that holds the true value with the stated confidence.
public struct Interval: Codable, Hashable, Sendable {
    /// The lower end.
    public var lower: Double
    /// The upper end.
    public var upper: Double
    /// The confidence, between 0 and 1: 0.95 for 95 %.
    public var level: Double

    /// Creates an interval.
    public init(lower: Double, upper: Double, level: Double = 0.95) {
        self.lower = lower
        self.upper = upper
        self.level = level
    }
}
