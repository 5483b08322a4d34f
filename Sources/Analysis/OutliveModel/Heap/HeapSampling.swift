/// The samples of a program's allocations, by bytes, from which the figures of a census are estimated.
package struct HeapSampling: Codable, Hashable, Sendable {
    /// The mean distance of samples in allocated bytes.
    package var rate: Int
    /// The number of sampled blocks that are alive.
    package var samples: Int
    /// The number of sampled blocks that were freed.
    package var freedSamples: Int
    /// The number of samples that found no room among the live ones.
    package var dropped: Int
    /// All allocations since the program began, by type and stack.
    package var totals: [AllocationTotal]

    package init(rate: Int, samples: Int, freedSamples: Int, dropped: Int, totals: [AllocationTotal] = []) {
        (self.rate, self.samples, self.freedSamples) = (rate, samples, freedSamples)
        (self.dropped, self.totals) = (dropped, totals)
    }
}

/// A number of blocks or objects, and their bytes.
package struct HeapAmount: Codable, Hashable, Sendable {
    package var objects: Int
    package var bytes: Int

    package init(objects: Int = 0, bytes: Int = 0) {
        self.objects = objects
        self.bytes = bytes
    }

    /// Returns the sum of two amounts, or `nil` if both are unknown.
    package static func sum(_ first: Self?, _ second: Self?) -> Self? {
        guard var sum = first, let second else { return first ?? second }
        sum += second
        return sum
    }

    /// Takes away a part of an amount.
    package static func -= (sum: inout Self, part: Self) {
        sum.objects -= part.objects
        sum.bytes -= part.bytes
    }

    package static func += (sum: inout Self, other: Self) {
        sum.objects = boundedSum(sum.objects, other.objects)
        sum.bytes = boundedSum(sum.bytes, other.bytes)
    }
}
