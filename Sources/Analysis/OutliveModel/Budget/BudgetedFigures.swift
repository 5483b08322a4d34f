internal import OutliveSupport

/// The figures of a run that a budget can limit.
package struct BudgetedFigures: Sendable {
    private let figures: AllocationFigures
    /// The bytes that each counted unit leaves behind; `nil` if they were not counted.
    private let growth: Spread?
    /// The allocations by name, most first.
    private let named: [NamedSite]

    /// An allocation site with its name.
    private struct NamedSite: Sendable {
        var name: BudgetSiteName
        var site: AllocationSite
    }

    /// The number of counted units.
    package var units: Int { figures.units }

    /// Creates the figures of a run.
    ///
    /// - Parameters:
    ///   - figures: The allocations of the subject.
    ///   - cycles: The censuses of the subject in order, the one after the launch first.
    ///   - warmup: The number of first cycles that are left out.
    package init(_ figures: AllocationFigures, cycles: [HeapCycle], warmup: Int) {
        let bytes = cycles.map { boundedSum($0.bytes, $0.rawBytes) }
        let rises = zip(bytes, bytes.dropFirst()).map { $1 - $0 }
        self.init(figures, growth: rises.count > warmup ? Spread(Array(rises.dropFirst(warmup))) : nil)
    }

    /// Creates the figures of a test, whose runs are the units.
    ///
    /// - Parameter runs: The figures of each run; at least one.
    package init(ofTest runs: [AllocationFigures]) {
        let left = runs.compactMap(\.left?.bytes)
        self.init(AllocationFigures(runs: runs), growth: left.isEmpty ? nil : Spread(left))
    }

    private init(_ figures: AllocationFigures, growth: Spread?) {
        (self.figures, self.growth) = (figures, growth)
        named = figures.sites.map { NamedSite(name: BudgetSiteName($0.type, allocatedIn: $0.stack), site: $0) }
            .combined(by: \.name) { $0.site += $1.site }.sorted { $0.site.precedes($1.site) }
    }

    /// Returns the spread of a figure over the counted units, or `nil` if it was not counted.
    package func spread(of figure: BudgetFigure) -> Spread? {
        switch figure {
        case .allocations: figures.blocks
        case .bytes: figures.bytes
        case .peak: figures.unit == .test ? nil : Spread([figures.peakBytes])
        case .growth: growth.map { Spread(median: max(0, $0.median), lowest: $0.lowest, highest: $0.highest) }
        }
    }

    /// Returns the numbers of allocations of the sites with most, by which a later run names new ones.
    ///
    /// - Parameter allowed: Returns the number to accept for a site.
    /// - Returns: The numbers; none if the report has neither all sites nor as many as a budget keeps, because a later
    ///   run would call the others new.
    package func sites(_ allowed: (Spread) -> Int) -> [BudgetSiteName: Int] {
        let kept = named.filter { $0.site.blocks.highest > 0 }.prefix(Budget.largestCount)
        guard figures.sitesLeftOut == 0 || kept.count == Budget.largestCount else { return [:] }
        return Dictionary(uniqueKeysWithValues: kept.map { ($0.name, allowed($0.site.blocks)) })
    }

    /// Returns the limits of a budget with what was measured; a figure that was not counted is left out.
    package func limits(of budget: Budget) -> [BudgetLimit] {
        var limits: [BudgetLimit] = []
        for figure in BudgetFigure.allCases {
            guard let allowed = budget.limits[figure], let measured = spread(of: figure)?.median else { continue }
            var limit = BudgetLimit(figure: figure, budget: allowed, measured: measured)
            // More allocations are also more bytes.
            if limit.isExceeded, figure != .bytes || !limits.contains(where: \.isExceeded) {
                let sites = sites(behind: figure, budget)
                limit.sites = Array(sites.prefix(BudgetLimit.largestCount))
                limit.sitesLeftOut =
                    sites.count > BudgetLimit.largestCount ? sites.count - BudgetLimit.largestCount : nil
            }
            limits.append(limit)
        }
        return limits
    }

    /// The number of sites of a limit that has no accepted numbers of sites.
    private static let largestOnes = 5

    private func sites(behind figure: BudgetFigure, _ budget: Budget) -> [BudgetSite] {
        switch figure {
        case .allocations:
            let grown = grown(since: budget)
            return grown.isEmpty ? largest(by: \.blocks) : grown
        case .bytes: return largest(by: \.bytes)
        case .peak: return figures.peak.prefix(Self.largestOnes).map(Self.site)
        // The causes of the report are the sites of a cycle's growth.
        case .growth: return figures.left?.sites.map(Self.site) ?? []
        }
    }

    private static func site(_ alive: PeakSite) -> BudgetSite {
        BudgetSite(
            name: BudgetSiteName(alive.type, allocatedIn: alive.stack), stack: alive.stack,
            measured: alive.amount.bytes)
    }

    /// Returns the sites with more allocations than were accepted, those with the most further ones first.
    private func grown(since budget: Budget) -> [BudgetSite] {
        guard !budget.sites.isEmpty else { return [] }
        return named.compactMap { named in
            let accepted = budget.sites[named.name] ?? budget.unlistedCount
            guard named.site.blocks.median > accepted else { return nil }
            return BudgetSite(
                name: named.name, stack: named.site.stack, accepted: accepted, measured: named.site.blocks.median)
        }.sorted { ($1.excess, $0.name) < ($0.excess, $1.name) }
    }

    private func largest(by amount: KeyPath<AllocationSite, Spread>) -> [BudgetSite] {
        let largest = named.sorted {
            ($1.site[keyPath: amount].median, $0.name) < ($0.site[keyPath: amount].median, $1.name)
        }
        return largest.prefix(Self.largestOnes).map {
            BudgetSite(name: $0.name, stack: $0.site.stack, measured: $0.site[keyPath: amount].median)
        }
    }
}
