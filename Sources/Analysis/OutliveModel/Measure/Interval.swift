/// A range that holds the true value with the stated confidence.
package struct Interval: Codable, Hashable, Sendable {
    /// The lower end.
    package var lower: Double
    /// The upper end.
    package var upper: Double
    /// The confidence, between 0 and 1: 0.95 for 95 %.
    package var level: Double

    /// Creates an interval.
    package init(lower: Double, upper: Double, level: Double = 0.95) {
        self.lower = lower
        self.upper = upper
        self.level = level
    }
}
