internal import OutliveSupport

/// The memory that a test allocated and that was alive when its process ended.
package struct LeftMemory: Hashable, Sendable {
    package var bytes: Int
    /// The sites with most bytes, most first; none of a test whose sites a report does not have.
    package var sites: [PeakSite]

    /// The maximum number of sites in a report.
    package static let largestCount = 5

    package init(bytes: Int, sites: [PeakSite] = []) { (self.bytes, self.sites) = (bytes, sites) }

    /// Adds what the same test left in another process.
    package static func += (sum: inout Self, other: Self) {
        sum.bytes = boundedSum(sum.bytes, other.bytes)
        sum.sites = Array((sum.sites + other.sites).mostBytesFirst.prefix(Self.largestCount))
    }
}

extension [PeakSite] {
    /// The sites in the order of reports: most bytes first, then by type.
    package var mostBytesFirst: [PeakSite] {
        sorted { ($1.amount.bytes, $0.type.description) < ($0.amount.bytes, $1.type.description) }
    }
}
