internal import OutliveSupport

/// The memory that a program could save, as one snapshot shows it. No byte is counted twice.
package struct Savings: Codable, Hashable, Sendable {
    /// The most sites of a report.
    package static let largestCount = 2000

    /// The sites, those with the most bytes that could be saved first.
    package var sites: [SavingSite]
    /// The number of sites beyond the limit, and the bytes that could be saved there.
    package var sitesLeftOut: Int
    package var bytesLeftOut: Int
    /// The contents that were not compared, because they are too large or too many; `nil` if all were.
    package var notCompared: HeapAmount?

    /// Creates the savings of sites in any order.
    package init(_ sites: [SavingSite], notCompared: HeapAmount? = nil) {
        let sorted = sites.filter { $0.saved > 0 }.sorted { $0.precedes($1) }
        self.sites = Array(sorted.prefix(Self.largestCount))
        let rest = sorted.dropFirst(Self.largestCount)
        (sitesLeftOut, bytesLeftOut) = (rest.count, rest.reduce(0) { boundedSum($0, $1.saved) })
        self.notCompared = notCompared
    }

    /// The bytes that could be saved.
    package var bytes: Int { sites.reduce(bytesLeftOut) { boundedSum($0, $1.saved) } }

    /// The bytes that the listed sites could save in one way.
    package func bytes(of kind: SavingSite.Kind) -> Int {
        sites.reduce(0) { $1.kind == kind ? boundedSum($0, $1.saved) : $0 }
    }
}

/// The memory that the blocks of a type from one allocation stack could save in one way.
package struct SavingSite: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, CaseIterable, Sendable {
        /// One copy of equal contents would do.
        case equal
        /// The room in containers beyond their elements.
        case capacity
        /// The bytes that malloc adds to blocks.
        case slack
    }

    package var kind: Kind
    package var type: HeapType
    /// The allocation stack of the blocks; empty if none was captured.
    package var stack: Backtrace
    package var blocks: Int
    /// The bytes of the blocks: for slack the requested ones.
    package var bytes: Int
    /// The bytes that could be saved.
    package var saved: Int
    /// The number of different contents; `nil` unless contents are equal.
    package var different: Int?

    package init(
        _ kind: Kind, type: HeapType, stack: Backtrace, blocks: Int, bytes: Int, saved: Int, different: Int? = nil
    ) {
        (self.kind, self.type, self.stack) = (kind, type, stack)
        (self.blocks, self.bytes, self.saved, self.different) = (blocks, bytes, saved, different)
    }

    /// Adds another site of the same kind.
    package static func += (sum: inout Self, other: Self) {
        sum.blocks = boundedSum(sum.blocks, other.blocks)
        sum.bytes = boundedSum(sum.bytes, other.bytes)
        sum.saved = boundedSum(sum.saved, other.saved)
        if let different = other.different { sum.different = boundedSum(sum.different ?? 0, different) }
    }

    /// Returns `true` if the site comes first: more bytes that could be saved, then an order that is always the same.
    package func precedes(_ other: Self) -> Bool {
        guard saved == other.saved else { return saved > other.saved }
        let (own, others) = ((kind.rawValue, type, blocks), (other.kind.rawValue, other.type, other.blocks))
        return own != others ? own < others : stack.precedes(other.stack)
    }
}
