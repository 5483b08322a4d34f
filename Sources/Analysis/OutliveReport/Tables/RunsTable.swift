internal import OutliveModel

/// The runs of a merged report as rows of a table, in which no figure spans several runs.
struct RunsTable {
    struct Row {
        let shard: Shard
        /// The start, without the year if all runs have the same: `01-02 03:04`.
        let started: String
        /// The host, or the number of the machine if no host is known: `ci-runner-03`, `#2`.
        let place: String
        /// The times of the arms and their ratio, or what was measured if no run compares arms.
        let cells: [String]
    }

    /// The headings of the cells: the reference and the fastest other arm, and their ratio.
    let heading: [String]
    /// The runs by their start.
    let rows: [Row]
    /// The number of runs that are left out, none of which is worse than a row.
    let others: Int
    /// The kinds of machines, in the order of their first runs, each with its hosts.
    let machines: [MachineRow]
    /// The growth over the soaks, a sentence for each run and metric: `threads +1.00 per reset, 95 % CI ...`.
    let growth: [(shard: Shard, sentence: String)]

    /// Creates the table of the worst runs.
    init(_ runs: [Shard], limit: Int = .max, unicode: Bool = true) {
        let isCompared = runs.contains { $0.comparison?.ratios.isEmpty == false }
        heading =
            !isCompared
            ? ["measured"]
            : runs.contains { $0.plan.arms != nil }
                ? ["reference", "fastest", "fastest is, 95 % CI"] : ["relaunch", "reset", "reset is, 95 % CI"]
        func time(_ summary: Summary?) -> String { summary.map { timeText($0.median, unicode: unicode) } ?? "-" }
        growth = runs.byStart.flatMap { run in
            SoakTable(run, unicode: unicode).rows.filter(\.slope.grows).map { (run, "\($0.label) \($0.change)") }
        }
        let machines = MachineRow.all(runs.byStart)
        let isOfOneYear = Set(runs.map { $0.startText.prefix(4) }).count == 1
        rows = runs.worst(limit).byStart.map { run in
            let times = isCompared ? [time(run.leadingTimes?.base), time(run.leadingTimes?.arm)] : []
            let number = machines.first { $0.machine == run.machine }?.number ?? 0
            return Row(
                shard: run,
                started: run.hasDay && isOfOneYear ? String(run.startText.dropFirst(5)) : run.startText,
                place: run.hostText ?? "#\(number)", cells: times + [run.speedup])
        }
        others = runs.count - rows.count
        self.machines = machines
    }
}

/// A kind of machine of merged runs.
struct MachineRow {
    private static let shownHosts = 12

    let number: Int
    let machine: Machine
    /// The hosts by name.
    let hosts: [String]
    /// `true` if a run on it names no host, so that its row has the number.
    let isNumbered: Bool

    static func all(_ runs: [Shard]) -> [MachineRow] {
        var machines: [Machine] = []
        for run in runs where !machines.contains(run.machine) { machines.append(run.machine) }
        return machines.enumerated().map { index, machine in
            let own = runs.filter { $0.machine == machine }
            return MachineRow(
                number: index + 1, machine: machine, hosts: Set(own.compactMap(\.hostText)).sorted(),
                isNumbered: own.contains { $0.hostText == nil })
        }
    }

    /// The machine after its number and its hosts: `#2, ci-runner-00, ci-runner-01: Debian GNU/Linux 12, ...`.
    var description: String {
        let more = hosts.count - Self.shownHosts
        let names = (isNumbered ? ["#\(number)"] : []) + hosts.prefix(Self.shownHosts)
        return names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "") + ": \(machine)"
    }
}

extension Presentation {
    /// The runs, each with the end of the names of its figures and checks: ` [MACHINE, 2]`, or empty for a single run.
    ///
    /// Unlike the ids, these are the same for the same machines and commands in each commit, as hosts follow them.
    var namedRuns: [(Shard, String)] {
        guard isMerged else { return runs.map { ($0, "") } }
        let severalCommands = Set(runs.map(\.plan.launch)).count > 1
        let names = runs.map { run in
            oneLine("\(run.machine)")
                + (severalCommands ? ", \(elided(oneLine(run.plan.launch), to: 80, .middle))" : "")
        }
        // Runs with the same name are numbered by their start.
        let order = runs.indices.sorted { (runs[$0].startedAt, runs[$0].id) < (runs[$1].startedAt, runs[$1].id) }
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        var numbers: [String: Int] = [:]
        var ends = names.map { " [\($0)]" }
        for index in order where counts[names[index], default: 0] > 1 {
            let number = numbers[names[index], default: 0] + 1
            numbers[names[index]] = number
            ends[index] = " [\(names[index]), \(number)]"
        }
        return Array(zip(runs, ends))
    }
}

extension Shard {
    /// Returns a text with the name of a merged run, or an empty text for a single run.
    func named(_ text: (String) -> String) -> String { id.isEmpty ? "" : text(name) }

    func ended(with outcome: Outcome, summary: String) -> Shard {
        var run = self
        (run.outcome, run.summary) = (outcome, summary)
        return run
    }

    /// The times of the reference and of the fastest other arm, or `nil` without a comparison.
    fileprivate var leadingTimes: (base: Summary?, arm: Summary?)? {
        guard let comparison, let ratio = comparison.leading else { return nil }
        return (comparison.times(of: ratio.base)?.total, comparison.times(of: ratio.arm)?.total)
    }

    /// The speed-up: `7.4x faster, 7.1-7.8`, or the number of resets, cycles or tests without a comparison.
    var speedup: String {
        if let comparison, let ratio = comparison.leading {
            let name = plan.arms == nil ? "" : "\(ratio.arm.words) "
            return name + ratio.speedup + ", " + (ratio.ends ?? "no interval")
        }
        if comparison?.ratios.isEmpty == false { return "none is clearly the fastest" }
        if let tests { return counted(tests.tests, "test") }
        if let listed { return counted(listed.leaks, "leaked block") }
        if soakCycles > 0 { return counted(soakCycles, plan.round) }
        return heapCycles.map { $0 > 0 ? counted($0, "cycle") : "-" } ?? "-"
    }
}
