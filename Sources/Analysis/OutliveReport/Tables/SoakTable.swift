internal import OutliveModel
internal import OutliveSupport

/// The change of the process's resource use over many cycles, as rows of a table.
struct SoakTable {
    struct Row {
        let slope: Slope
        /// The first and last value, the change per round with its interval, and the conclusion in a word.
        let cells: [String]
        /// The noun of a round: see `Plan.round`.
        let round: String
        /// `true` if growth of the metric fails the run.
        let isFailing: Bool

        var label: String { slope.metric.words }
        /// The advice on growth of the metric, or `nil` if it does not grow or speaks for itself.
        var advice: String? { slope.grows ? slope.metric.advice : nil }
        /// The change and its interval: `+5.41 kB per reset, 95 % CI 2.28 to 7.51`.
        var change: String { "\(cells[2]) per \(round), 95 % CI \(cells[3])" }
        /// The row as a sentence: `54.8 MB at first, 55.1 MB at last: +5.41 kB per reset, 95 % CI 2.28 to 7.51`.
        var sentence: String { "\(cells[0]) at first, \(cells[1]) at last: \(change)" }
        /// The sentence and the advice, for formats that show a row by itself.
        var explanation: String { advice.map { "\(sentence). \($0)" } ?? sentence }
        /// The tone of the slope. Growth is bad only if it fails the run.
        var tone: Tone { slope.grows ? isFailing ? .bad : .warn : .plain }
    }

    /// The headings of the cells. The conclusion has none.
    let heading: [String]
    let rows: [Row]
    /// The number of cycles: `Soak: 50 resets`.
    let title: String
    /// The distribution of the reset times, or `nil` if they are too few.
    let distribution: String?
    /// The note on resets that failed, or `nil` if there are none.
    let fallbacks: String?
    /// The note on the memory that is not in the table, or `nil` without the heap tier.
    let tier: String?

    /// Creates the table of a run, which is empty if nothing was watched.
    init(_ run: Shard, _ soak: [SoakCycle] = [], unicode: Bool = true) {
        let round = run.plan.round
        heading = ["first", "last", "per \(round)", "95 % CI", ""]
        rows = run.slopes.filter(\.isShown).map { slope in
            let values = soak.compactMap { $0.value(of: slope.metric) }
            let size = [slope.perCycle, slope.interval?.lower ?? 0, slope.interval?.upper ?? 0].map(abs).max() ?? 0
            let scale = slope.metric.scale(fitting: size, unicode: unicode)
            func absolute(_ value: Double?) -> String {
                value.map { slope.metric.scale(fitting: $0, unicode: unicode).text($0) } ?? "-"
            }
            let interval = slope.interval.map { "\(scale.number($0.lower)) to \(scale.number($0.upper))" }
            let cells = [
                absolute(values.first), absolute(values.last), scale.text(slope.perCycle, signed: true),
                interval ?? "too few", slope.conclusion,
            ]
            return Row(slope: slope, cells: cells, round: round, isFailing: run.plan.growth == .fail)
        }
        let least = Plan.leastSoak(warmup: run.plan.warmup)
        let isShort = rows.isEmpty && soak.count < least && run.plan.growth != .off
        let limit = isShort ? ", too few to judge growth, which takes \(least)" : ""
        title = soak.isEmpty ? "Soak" : "Soak: \(counted(soak.count, round))\(limit)"
        distribution = Self.distribution(soak.filter { !$0.fellBack }.compactMap(\.seconds).sorted(), unicode: unicode)
        tier = soak.last?.vitals?.tierBytes.map {
            "resident memory is without that of Outlive's heap tier, \(bytesText($0)) at the end"
        }
        let failed = soak.count(where: \.fellBack)
        fallbacks =
            failed > 0
            ? "\(counted(failed, "reset")) failed and fell back to a relaunch, which starts a new process" : nil
    }

    private static func distribution(_ seconds: [Double], unicode: Bool) -> String? {
        var times = [50, 95, 99].compactMap { percentile($0, ofSorted: seconds) }
        times.append(seconds.last ?? 0)
        guard times.count == 4 else { return nil }
        let words = zip(times, ["median", "p95", "p99", "max"]).map { "\(timeText($0, unicode: unicode)) (\($1))" }
        return "resets took \(words.joined(separator: ", "))"
    }
}

extension Slope {
    /// `false` for a resource of the kernel that does not rise: most programs use none, and a table has to be short.
    fileprivate var isShown: Bool { !metric.isResource || rises }

    /// The conclusion from the interval and the course. Growth below the minimum effect, or that ends, is not claimed.
    fileprivate var conclusion: String {
        if grows { return "grows" }
        guard let interval else { return "unknown" }
        guard rises else { return interval.lower > 0 ? "negligible" : "no growth" }
        if isOfLibraries == true { return "known" }
        switch course {
        case .steps: return "steps"
        case .slowing: return "levels off"
        case .unclear: return "unknown"
        case .lasting, nil: return "grows"
        }
    }
}

struct HeapTable {
    static let heading = ["objects", "bytes", "deinitialised", "raw blocks", "raw bytes", "pause"]

    /// The maximum number of rows shown at the beginning and at the end.
    private static let first = 3
    private static let last = 5

    /// The number of censuses and the depth of stacks: `Heap: 13 censuses, 16 frames of each allocation`.
    let title: String
    /// The rows in the order of the run, with `nil` for omitted rows.
    let rows: [(label: String, cells: [String])?]
    /// The omitted rows.
    let omitted: [(label: String, cells: [String])]
    /// The explanation of deinitialised objects, or `nil` if there are none.
    let note: String?

    /// Creates the table, or returns `nil` without a census.
    init?(_ report: Report, unicode: Bool = true) {
        guard let heap = report.heap, !heap.cycles.isEmpty else { return nil }
        let stacks = heap.frames == 0 ? "no stacks" : "\(counted(heap.frames, "frame")) of each allocation"
        title = "Heap: \(counted(heap.cycles.count, "census", "censuses")), \(stacks)"
        let rows: [(label: String, cells: [String])?] = heap.cycles.map { cycle in
            (
                cycle.cycle == 0 ? "launch" : "cycle \(cycle.cycle)",
                [
                    grouped(cycle.objects), bytesText(cycle.bytes), grouped(cycle.deinitialised),
                    grouped(cycle.rawBlocks),
                    bytesText(cycle.rawBytes), timeText(cycle.pauseSeconds, unicode: unicode),
                ]
            )
        }
        omitted =
            rows.count > Self.first + Self.last + 1
            ? rows.dropFirst(Self.first).dropLast(Self.last).compactMap(\.self) : []
        self.rows =
            rows.count > Self.first + Self.last + 1 ? rows.prefix(Self.first) + [nil] + rows.suffix(Self.last) : rows
        note =
            heap.cycles.contains { $0.deinitialised > 0 }
            ? "deinitialised: only unowned references keep the memory" : nil
    }
}
