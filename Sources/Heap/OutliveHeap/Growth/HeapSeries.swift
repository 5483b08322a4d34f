package import OutliveModel
internal import OutliveSupport

/// The objects of ended cycles after warm-up that were alive after each cycle, by type and allocation site.
///
/// Deinitialised objects that unowned references keep in memory are counted separately.
struct HeapSeries {
    /// The key by which objects are counted together.
    enum Grouping {
        case site
        case type
    }

    let warmup: Int
    private let births: HeapGrowth.Births
    private let ends: CycleEnds
    private(set) var cycles: [[TypeAndSite: Group]]

    struct Group {
        /// The number of live objects, also of the cycle that just ended.
        var alive = 0
        /// The bytes of all live objects.
        var allBytes = 0
        /// The number of live objects born in any ended cycle, including the launch and warm-up.
        var total = 0
        var births: [Int: Int] = [:]
        var bytes = 0
        /// The number of objects with the most frequent stack, and the index of that in the census.
        var maximum = 0
        var stack = Int.max
        var backtrace = Backtrace()

        mutating func add(_ row: HeapRow, _ counted: CountedBirths) {
            alive += row.count
            allBytes += row.bytes
            guard row.birth <= counted.last else { return }
            total += row.count
            guard row.birth >= counted.first else { return }
            births[row.birth, default: 0] += row.count
            bytes += row.bytes
        }

        mutating func merge(_ other: Group) {
            alive += other.alive
            allBytes += other.allBytes
            total += other.total
            births.merge(other.births, uniquingKeysWith: +)
            bytes += other.bytes
            // Of equally frequent stacks the first, so that the result does not depend on the order of the merges.
            guard (maximum, other.stack) < (other.maximum, stack) else { return }
            (maximum, stack, backtrace) = (other.maximum, other.stack, other.backtrace)
        }
    }

    /// Creates the series of a process from the census after its launch and one for each cycle.
    init(_ censuses: [HeapCensus], warmup: Int, births: HeapGrowth.Births, ends: CycleEnds) {
        self.warmup = warmup
        self.births = births
        self.ends = ends
        let first = ends.firstCounted(warmup: warmup)
        cycles = censuses.enumerated().dropFirst().map { Self.groups(of: $1, (first, ends.end(of: $0 - 1))) }
    }

    /// The cycles of birth of the objects that count: from the first one after warm-up to the last one that ended before.
    typealias CountedBirths = (first: Int, last: Int)

    private static func groups(of census: HeapCensus, _ counted: CountedBirths) -> [TypeAndSite: Group] {
        let sites = census.sites
        // One stack can have rows of several births.
        var counts: [TypeAndSite: [Int: Int]] = [:]
        var groups: [TypeAndSite: Group] = [:]
        for row in census.rows {
            let key = TypeAndSite(row, sites)
            groups[key, default: Group()].add(row, counted)
            if row.birth >= counted.first, row.birth <= counted.last, let stack = row.stack {
                counts[key, default: [:]][stack, default: 0] += row.count
            }
        }
        for (key, stacks) in counts {
            // The same choice as when groups are merged.
            guard let stack = stacks.min(by: { ($1.value, $0.key) < ($0.value, $1.key) }) else { continue }
            groups[key]?.maximum = stack.value
            groups[key]?.stack = stack.key
            groups[key]?.backtrace = census.stacks[stack.key]
        }
        return groups
    }

    /// Returns the findings, each named after the site, or after the type if counted by type alone.
    func findings(by grouping: Grouping) -> [Finding] {
        let reports = cycles.enumerated().map { index, groups in
            GenerationReport(
                generation: index + 1, registered: 0, died: 0,
                survivors: merged(groups, by: grouping).compactMap { key, group in
                    guard !group.births.isEmpty else { return nil }
                    let births = group.births.sorted { $0.key < $1.key }
                    return Survivor(
                        key: key, births: births.map { Birth(generation: $0.key, count: $0.value) },
                        backtrace: group.backtrace)
                })
        }
        // `growsSteadily(_:)` judges the end, also of the type as a whole.
        return OutliveModel.findings(in: reports, warmup: warmup, toTheEnd: false)
    }

    /// Returns the number of bytes alive at the end for the key of a finding.
    func bytes(of key: ComponentKey) -> Int { cycles.last.map { sum(\.bytes, of: key, in: $0) } ?? 0 }

    /// Removes the objects of findings.
    mutating func remove(_ findings: [Finding]) {
        for cycle in cycles.indices {
            cycles[cycle] = cycles[cycle].filter { entry in !findings.contains { counts(entry.key, for: $0.key) } }
        }
    }

    /// Returns `true` if a finding is a leak whose numbers rise to the end, both of the objects that count and of all.
    func growsSteadily(_ finding: Finding) -> Bool {
        guard finding.verdict == .leak else { return false }
        // A store that has filled up was rising and has stopped.
        let totals = cycles.map { sum(\.total, of: finding.key, in: $0) }
        guard [finding.live, totals].allSatisfy({ $0.risesToTheEnd(after: warmup) }) else { return false }
        guard births == .byAddress else { return true }
        // Most of what a pool seems to keep replaced older objects. A pool that replaces its objects ever more slowly
        // has ever more old ones, so the last cycle's count, too.
        let new = Array(finding.live.dropFirst(warmup))
        let alive = cycles.map { sum(\.alive, of: finding.key, in: $0) }
        let all = [totals, alive].map { Array($0.dropFirst(warmup)) }
        return new.risesSignificantly && all.allSatisfy { $0.risesSignificantly && 2 * $0.rise >= new.rise }
    }

    /// Returns the sum over all groups that count for a finding.
    func sum(_ number: (Group) -> Int, of key: ComponentKey, in groups: [TypeAndSite: Group]) -> Int {
        groups.reduce(0) { $0 + (counts($1.key, for: key) ? number($1.value) : 0) }
    }

    /// Returns `true` if the objects of a type and site count for a finding, which may be of the type alone.
    func counts(_ entry: TypeAndSite, for key: ComponentKey) -> Bool {
        entry.type == key.type && (key.name == key.type || key.name == entry.site.description)
    }

    /// Returns the number of live objects for each census that ended their cycle of birth.
    func births(of key: ComponentKey, in groups: [TypeAndSite: Group]) -> [Int: Int] {
        groups.reduce(into: [:]) { births, entry in
            guard counts(entry.key, for: key) else { return }
            for (birth, count) in entry.value.births { births[ends.census(ofBirth: birth), default: 0] += count }
        }
    }

    /// Returns the groups by key. The site replaces the name: findings of one type and site are judged together.
    ///
    /// The names of a type and site that do not grow alone are also judged together. Raw blocks of all sites are not one
    /// type, so their keys keep the site, and no group has all.
    private func merged(_ groups: [TypeAndSite: Group], by grouping: Grouping) -> [ComponentKey: Group] {
        groups.reduce(into: [:]) { merged, entry in
            let isRaw = entry.key.type == HeapType.rawMemory.description
            if grouping == .type, isRaw { return }
            let name = grouping == .site ? entry.key.site.description : entry.key.type
            let key = ComponentKey(name: name, type: entry.key.type, site: isRaw ? entry.key.site : .unknown)
            merged[key, default: Group()].merge(entry.value)
        }
    }
}

/// The key of the rows of a census that are judged together.
struct TypeAndSite: Hashable, Sendable {
    /// The type as spelled in findings: objects that only unowned references keep in memory are a separate type.
    var type: String
    var site: RegistrationSite

    init(type: String, site: RegistrationSite) { (self.type, self.site) = (type, site) }

    init(_ row: HeapRow, _ sites: [RegistrationSite]) {
        type = row.state == .alive ? row.type.description : "\(row.type) (deinitialised, kept by unowned references)"
        site = row.stack.map { sites[$0] } ?? .unknown
    }
}

extension HeapCensus {
    var sites: [RegistrationSite] { stacks.map(RegistrationSite.init(judgedIn:)) }

    /// Returns the census reduced to the data that `HeapGrowth` reads, which saves memory if the census of every cycle
    /// is kept.
    ///
    /// Objects of one type and site form one row for each cycle of birth, with their most frequent stack. Objects born
    /// before the end of warm-up form one row. Deinitialised objects have separate rows.
    package func condensed(warmup: Int) -> HeapCensus {
        struct Group: Hashable {
            var type: HeapType
            var site: RegistrationSite?
            var birth: Int
            var state: HeapRow.State
        }
        let sites = sites
        var groups: [Group: (row: HeapRow, maximum: Int)] = [:]
        for row in rows {
            let group = Group(
                type: row.type, site: row.stack.map { sites[$0] }, birth: row.birth < max(warmup, 1) ? 0 : row.birth,
                state: row.state)
            var (sum, maximum) = groups[group] ?? (row, 0)
            if maximum > 0 {
                sum.count += row.count
                sum.bytes += row.bytes
                sum.contents = .sum(sum.contents, row.contents)
            }
            if row.count > maximum { (sum.stack, maximum) = (row.stack, row.count) }
            sum.birth = group.birth
            groups[group] = (sum, maximum)
        }
        var condensed = self
        condensed.allocations = nil
        condensed.rows = groups.values.map(\.row).sorted {
            ($0.stack ?? -1, $0.birth, $0.type, $0.state.rawValue)
                < ($1.stack ?? -1, $1.birth, $1.type, $1.state.rawValue)
        }
        // Only the stacks that the remaining rows refer to.
        var kept = NumberTable<Int>()
        for index in condensed.rows.indices {
            condensed.rows[index].stack = condensed.rows[index].stack.map { kept.number(of: $0) }
        }
        condensed.stacks = kept.items.map { stacks[$0] }
        return condensed
    }
}

extension [Int] {
    /// Returns `true` if each number in the last third of the measured cycles exceeds all of the first third, and one
    /// exceeds all before the last third.
    func risesToTheEnd(after warmup: Int) -> Bool {
        let measured = dropFirst(warmup)
        let third = Swift.max(measured.count / 3, 1)
        let last = measured.suffix(third)
        guard let first = measured.prefix(third).max(), let before = measured.dropLast(third).max(),
            let minimum = last.min(), let maximum = last.max()
        else { return false }
        return minimum > first && maximum > before
    }

    /// The last number minus the first.
    fileprivate var rise: Int { (last ?? 0) - (first ?? 0) }

    /// `true` if the numbers rise by more than chance, by the test of Mann (1945) and Kendall (1975).
    ///
    /// Numbers without a trend pass with a probability of about 0.001 from 8 numbers on, and below 0.01 with 5 to 7.
    /// Fewer than 5 have to rise strictly.
    package var risesSignificantly: Bool {
        let pairs = count * (count - 1) / 2
        guard count >= 8 else { return risingPairs >= pairs - 2 * Swift.max(0, count - 5) }
        return trend >= 3
    }

    /// The number of pairs whose later number is greater, less those whose later number is smaller.
    private var risingPairs: Int {
        var score = 0
        for (index, number) in enumerated() {
            for later in dropFirst(index + 1) { score += (later - number).signum() }
        }
        return score
    }

    /// The trend in standard deviations, by the test of Mann and Kendall; positive if the numbers rise.
    var trend: Double {
        func variance(_ count: Int) -> Double { Double(count * (count - 1) * (2 * count + 5)) / 18 }
        let ties = Dictionary(grouping: self) { $0 }.values.reduce(0) { $0 + variance($1.count) }
        let deviation = (variance(count) - ties).squareRoot()
        return deviation > 0 ? Double(risingPairs - 1) / deviation : 0
    }
}
