/// A difference between the probe after a reset and the probe after a launch.
public struct StateDifference: Codable, Hashable, Sendable {
    /// The reset, counted from 1 over the life of the instance, after which it was first seen.
    public var cycle: Int
    /// After how many resets it was seen.
    public var occurrences: Int
    /// What the probe printed after a launch, decoded as UTF-8.
    public var expected: String
    /// What it printed after the reset.
    public var actual: String

    /// Makes a difference.
    public init(cycle: Int, occurrences: Int = 1, expected: String, actual: String) {
        self.cycle = cycle
        self.occurrences = occurrences
        self.expected = expected
        self.actual = actual
    }
}
