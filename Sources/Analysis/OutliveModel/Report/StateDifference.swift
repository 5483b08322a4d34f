/// A difference between the output of the probe after a reset and after a launch.
package struct StateDifference: Codable, Hashable, Sendable {
    /// The first reset after which it was seen, counted from 1 over the life of the process.
    package var cycle: Int
    /// The number of resets after which it was seen.
    package var occurrences: Int
    /// The output of the probe after a launch, decoded as UTF-8.
    package var expected: String
    /// The output of the probe after the reset.
    package var actual: String

    /// Creates a difference.
    package init(cycle: Int, occurrences: Int = 1, expected: String, actual: String) {
        self.cycle = cycle
        self.occurrences = occurrences
        self.expected = expected
        self.actual = actual
    }
}
