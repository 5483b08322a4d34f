internal import OutliveModel

/// The runs of a merged report as rows of a table, in which no figure spans several runs.
struct RunsTable {
    /// The headings of the cells: the reference and the fastest other arm, and their ratio.
    let heading: [String]

    /// The machines, in the order of their first rows.
    private(set) var machines: [Machine] = []
    /// The runs, worst first, then by start, each with its index in `machines`, the times of its arms and their ratio.
    private(set) var rows: [(shard: Shard, machine: Int, cells: [String])] = []
    /// The growth over the soaks, a sentence for each run and metric: `threads +1.00 per reset, 95 % CI ...`.
    let growth: [(shard: Shard, sentence: String)]

    init(_ runs: [Shard], unicode: Bool = true) {
        heading =
            runs.contains { $0.plan.arms != nil }
            ? ["reference", "fastest", "fastest is, 95 % CI"] : ["relaunch", "reset", "reset is, 95 % CI"]
        func time(_ summary: Summary?) -> String { summary.map { timeText($0.median, unicode: unicode) } ?? "-" }
        let ordered = runs.sorted { first, second in
            if first.outcome != second.outcome { return first.outcome.isWorse(than: second.outcome) }
            return (first.startedAt, first.id) < (second.startedAt, second.id)
        }
        growth = runs.flatMap { run in
            SoakTable(run, unicode: unicode).rows.filter(\.slope.grows).map { (run, "\($0.label) \($0.change)") }
        }
        var numbers: [Machine: Int] = [:]
        for run in ordered {
            let number = numbers[run.machine] ?? machines.count
            if number == machines.count { machines.append(run.machine) }
            numbers[run.machine] = number
            rows.append(
                (run, number, [time(run.leadingTimes?.base), time(run.leadingTimes?.arm), run.speedup]))
        }
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
    /// The name of the run in a report: the beginning of its id.
    var name: String { oneLine(String(id.prefix(8))) }

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

extension Machine: CustomStringConvertible {
    /// The machine in one line: `Debian GNU/Linux 12, x86_64, Example CPU, 2 processors, 8.0 GB`.
    package var description: String {
        let memory = "\(fixed(Double(memoryBytes) / 1e9, digits: 1)) GB"
        return [system, architecture, processor, counted(processors, "processor"), memory]
            .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
