internal import OutliveModel
internal import OutliveSupport

/// The lines of the program that allocate, by allocation stack.
struct AllocationSites {
    static let usualStacks = 3

    /// A line of the program or, without debug information, the place of a frame.
    private enum Site: Hashable {
        case symbol(Symbol)
        case frame(Frame)
        case unknown
    }

    private let backtraces: [UInt32: Backtrace]
    /// The number of stacks of each site.
    private let stacksPerSite: Int
    private var symbols = BestSymbols()
    private var known: [UInt32: Int] = [:]
    private var sites = NumberTable<Site>()

    /// - Parameters:
    ///   - backtraces: The stacks with symbols.
    ///   - stacksPerSite: The number of stacks of each site.
    init(_ backtraces: [UInt32: Backtrace], stacksPerSite: Int = AllocationSites.usualStacks) {
        (self.backtraces, self.stacksPerSite) = (backtraces, stacksPerSite)
    }

    /// Returns the sites that allocated some objects, most objects first.
    ///
    /// - Parameter stacks: The objects by stack.
    mutating func sites(of stacks: [UInt32: HeapAmount]) -> [PicturedSite] {
        var found: [Int: [(stack: UInt32, amount: HeapAmount)]] = [:]
        for (stack, amount) in stacks { found[number(of: stack), default: []].append((stack, amount)) }
        let sites = found.map { number, stacks in
            let sorted = stacks.sorted { ($1.amount.objects, $0.stack) < ($0.amount.objects, $1.stack) }
            let site = PicturedSite(
                stacks.reduce(into: HeapAmount()) { $0 += $1.amount },
                stacks: sorted.prefix(stacksPerSite).map {
                    LiveStack(backtraces[$0.stack] ?? Backtrace(), objects: $0.amount.objects, bytes: $0.amount.bytes)
                }, otherStacks: max(stacks.count - stacksPerSite, 0))
            return (number: number, site: site)
        }
        return sites.sorted { ($1.site.total.objects, $0.number) < ($0.site.total.objects, $1.number) }.map(\.site)
    }

    private mutating func number(of stack: UInt32) -> Int {
        if let number = known[stack] { return number }
        let backtrace = backtraces[stack] ?? Backtrace()
        let site =
            symbols.symbol(of: backtrace).map(Site.symbol) ?? backtrace.bestFrame.map(Site.frame) ?? Site.unknown
        let number = sites.number(of: site)
        known[stack] = number
        return number
    }
}
