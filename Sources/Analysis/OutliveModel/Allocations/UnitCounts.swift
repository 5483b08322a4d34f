internal import OutliveSupport

/// A number that was counted for each of several units of work.
package struct UnitCounts: Hashable, Sendable {
    /// The numbers, one for each unit.
    package private(set) var values: [Int]

    package init(_ values: [Int]) { self.values = values }

    /// The median and the range; 0 of no units.
    package var spread: Spread { Spread(values) }

    /// Adds a number that was counted for the same units.
    package static func += (sum: inout Self, other: Self) {
        if sum.values.count < other.values.count {
            sum.values += repeatElement(0, count: other.values.count - sum.values.count)
        }
        for (index, value) in other.values.enumerated() { sum.values[index] = boundedSum(sum.values[index], value) }
    }
}

extension UnitCounts: Codable {
    /// Decodes a list of numbers, or one number that is the same in each unit.
    ///
    /// The number of units of the latter is 1.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let same = try? container.decode(Int.self) {
            self.init([same])
        } else {
            self.init(try container.decode([Int].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let first = values.first, spread.isConstant {
            try container.encode(first)
        } else {
            try container.encode(values)
        }
    }

    /// Returns the same for a number of units, if it is the same in each.
    func expanded(to units: Int) -> UnitCounts {
        values.count == 1 && units > 1 ? UnitCounts(Array(repeating: values[0], count: units)) : self
    }
}
