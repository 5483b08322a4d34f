internal import OutliveModel

/// The objects of ended cycles after warm-up that were alive after each cycle, by type and allocation site; apart from
/// them those that were deinitialised, and kept.
struct HeapSeries {
    /// What objects are counted together by.
    enum Grouping {
        /// Type and site; where only the sites of a type together grow, the type.
        case site
        /// The type.
        case type
    }

    private let warmup: Int
    /// For each cycle, from the first on.
    private var cycles: [[Place: Group]] = []

    private struct Place: Hashable {
        /// As findings name it.
        var type: String
        var site: RegistrationSite
    }

    private struct Group {
        /// How many are alive of those that were born in any ended cycle, the launch and the warm-up included.
        var total = 0
        var births: [Int: Int] = [:]
        var bytes = 0
        /// How many have the stack that most have.
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

    /// Takes the censuses of a process: that after the launch, then one for each cycle.
    init(_ censuses: [HeapCensus], warmup: Int) {
        self.warmup = warmup
        cycles = censuses.enumerated().dropFirst().map { Self.groups(of: $1, cycle: $0, warmup: warmup) }
    }

    private static func groups(of census: HeapCensus, cycle: Int, warmup: Int) -> [Place: Group] {
        let sites = census.stacks.map(RegistrationSite.init(allocatedIn:))
        // Of one stack there may be rows of several births.
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
            // Of those that have equally many the first, so that it is always the same.
            guard let most = stacks.min(by: { ($1.value, $0.key) < ($0.value, $1.key) }) else { continue }
            groups[place]?.most = most.value
            groups[place]?.backtrace = census.stacks[most.key]
        }
        return groups
    }

    /// The verdicts, each with the site's text as name; what was counted by type alone has the type's.
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

    /// The bytes of those that were alive at the end, for the key of a finding.
    func bytes(of key: ComponentKey) -> Int {
        cycles.last.map { sum(of: key, in: $0) { $0.bytes } } ?? 0
    }

    /// Whether it is a leak, and in the last third of the measured cycles more is alive after each than after any of
    /// the first third, and after one at least than ever before; both of those that count and of all.
    func growsSteadily(_ finding: Finding) -> Bool {
        guard finding.verdict == .leak, finding.live.risesToTheEnd(after: warmup) else { return false }
        // A store that has filled up was rising, and does no more.
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

    /// The names of one type are judged together when they have one site, so the site stands in for the name.
    private func merged(_ groups: [Place: Group], by grouping: Grouping) -> [ComponentKey: Group] {
        groups.reduce(into: [:]) { merged, entry in
            let type = entry.key.type
            let name = grouping == .site ? entry.key.site.description : type
            merged[ComponentKey(name: name, type: type, site: .unknown), default: Group()].merge(entry.value)
        }
    }
}

extension HeapRow {
    /// What findings call the type: memory that only unowned references keep is another matter than objects that live.
    fileprivate var typeInFindings: String {
        state == .alive ? type.description : "\(type) (deinitialised, kept by unowned references)"
    }
}
