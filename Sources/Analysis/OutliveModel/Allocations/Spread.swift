/// A number that was counted for several units of work.
package struct Spread: Codable, Hashable, Sendable {
    /// The median; of an even number of units the lower of the two in the middle.
    package var median: Int
    package var lowest: Int
    package var highest: Int

    package static let none = Spread(median: 0, lowest: 0, highest: 0)

    package init(median: Int, lowest: Int, highest: Int) {
        (self.median, self.lowest, self.highest) = (median, lowest, highest)
    }

    /// Creates the spread of the counts of some units; of no units it is 0.
    package init(_ counts: [Int]) {
        let sorted = counts.sorted()
        self.init(
            median: sorted.isEmpty ? 0 : sorted[(sorted.count - 1) / 2], lowest: sorted.first ?? 0,
            highest: sorted.last ?? 0)
    }

    /// `true` if the number is the same in each unit.
    package var isConstant: Bool { lowest == highest }
}
