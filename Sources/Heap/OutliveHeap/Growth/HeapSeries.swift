internal import OutliveModel

/// The objects of ended cycles after warm-up that were alive after each cycle, by type and allocation site.
///
/// Deinitialised objects that unowned references keep in memory are counted separately.
struct HeapSeries {
    /// The key by which objects are counted together.
    enum Grouping {
        /// The type and the site.
        case site
        /// The type alone.
        case type
    }

    private let warmup: Int
    private var cycles: [[Place: Group]] = []

    private struct Place: Hashable {
        /// The type as spelled in findings.
        var type: String
        var site: RegistrationSite
    }

    private struct Group {
        /// The number of live objects born in any ended cycle, including the launch and warm-up.
        var total = 0
        var births: [Int: Int] = [:]
        var bytes = 0
        /// The number of objects with the most frequent stack.
        var most = 0
        var backtrace = Backtrace()

        mutating func add(_ row: HeapRow, warmup: Int) {
            total += row.count
            guard row.birth >= warmup else { return }
            births[row.birth, default: 0] += row.count
            bytes += row.bytes
        }

        mutating func merge(_ other: Group) {
            total += other.total
            births.merge(other.births, uniquingKeysWith: +)
            bytes += other.bytes
            if other.most > most { (most, backtrace) = (other.most, other.backtrace) }
        }
    }

    /// Creates the series of a process from the census after its launch and one for each cycle.
    init(_ censuses: [HeapCensus], warmup: Int) {
        self.warmup = warmup
        cycles = censuses.enumerated().dropFirst().map { Self.groups(of: $1, cycle: $0, warmup: warmup) }
    }

    private static func groups(of census: HeapCensus, cycle: Int, warmup: Int) -> [Place: Group] {
        let sites = census.stacks.map(RegistrationSite.init(allocatedIn:))
        // One stack can have rows of several births.
        var counts: [Place: [Int: Int]] = [:]
        var groups: [Place: Group] = [:]
        for row in census.rows where row.birth < cycle {
            let place = Place(type: row.typeInFindings, site: row.stack.map { sites[$0] } ?? .unknown)
            groups[place, default: Group()].add(row, warmup: warmup)
            if row.birth >= warmup, let stack = row.stack {
                counts[place, default: [:]][stack, default: 0] += row.count
            }
        }
        for (place, stacks) in counts {
            // Of equally frequent stacks the first is chosen, so that the result is stable.
            guard let most = stacks.min(by: { ($1.value, $0.key) < ($0.value, $1.key) }) else { continue }
            groups[place]?.most = most.value
            groups[place]?.backtrace = census.stacks[most.key]
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
        return OutliveModel.findings(in: reports, warmup: warmup)
    }

    /// Returns the number of bytes alive at the end for the key of a finding.
    func bytes(of key: ComponentKey) -> Int {
        cycles.last.map { sum(of: key, in: $0) { $0.bytes } } ?? 0
    }

    /// Returns `true` if a finding is a leak whose numbers rise to the end, both of the objects that count and of all.
    func growsSteadily(_ finding: Finding) -> Bool {
        guard finding.verdict == .leak, finding.live.risesToTheEnd(after: warmup) else { return false }
        // A store that has filled up was rising and has stopped.
        return cycles.map { groups in sum(of: finding.key, in: groups) { $0.total } }.risesToTheEnd(after: warmup)
    }

    private func sum(of key: ComponentKey, in groups: [Place: Group], _ number: (Group) -> Int) -> Int {
        groups.reduce(0) { sum, entry in
            let isCounted =
                entry.key.type == key.type
                && (key.name == key.type || key.name == entry.key.site.description)
            return sum + (isCounted ? number(entry.value) : 0)
        }
    }

    /// Findings of one type and site are judged together, so the site replaces the name.
    private func merged(_ groups: [Place: Group], by grouping: Grouping) -> [ComponentKey: Group] {
        groups.reduce(into: [:]) { merged, entry in
            let type = entry.key.type
            let name = grouping == .site ? entry.key.site.description : type
            merged[ComponentKey(name: name, type: type, site: .unknown), default: Group()].merge(entry.value)
        }
    }
}

extension HeapRow {
    /// The type as spelled in findings: objects that only unowned references keep in memory are a separate type.
    fileprivate var typeInFindings: String {
        state == .alive ? type.description : "\(type) (deinitialised, kept by unowned references)"
    }
}
