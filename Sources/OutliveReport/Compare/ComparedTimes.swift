internal import OutliveModel

/// The times and slopes of two runs, then and now, as rows of tables.
struct ComparedTimes {
    /// One row: what, then, now, and the change where there is one.
    struct Row {
        let label: String
        let then: String
        let now: String
        var change = ""
        /// Whether it is known to take longer, or to grow now.
        var isWorse = false
    }

    /// What the cells of a row of `times` are.
    static let heading = ["then", "now", "ratio, 95 % CI"]

    /// The two runs, and where they took place; for where there are several pairs.
    let label: String
    /// The times that were compared, and each run's own speed-up.
    let times: [Row]
    /// The slopes of the soaks.
    let slopes: [Row]

    /// Makes the rows.
    init(_ runs: ComparedRuns, unicode: Bool = true) {
        let machines = Set([runs.old?.machine.inWords, runs.new?.machine.inWords].compactMap(\.self)).sorted()
        let sides = [("then", runs.old), ("now", runs.new)].compactMap { when, run in run.map { "\($0.name) \(when)" } }
        label = "run \(sides.joined(separator: ", ")): \(machines.joined(separator: "; "))"
        var times = runs.times.map { time in
            let scale = Scale.seconds(max(time.old, time.new), unicode: unicode)
            return Row(
                label: time.subject.words, then: scale.text(time.old), now: scale.text(time.new),
                change: time.ratioInWords, isWorse: (time.interval?.lower ?? 0) > 1)
        }
        if runs.old?.comparison != nil || runs.new?.comparison != nil {
            times.append(Row(label: "speed-up", then: runs.old.speedup, now: runs.new.speedup))
        }
        self.times = times
        let slopes = [runs.old, runs.new].map { shard in
            Dictionary(
                (shard.map { SoakTable($0.figures, unicode: unicode).rows } ?? []).map { ($0.slope.metric, $0) },
                uniquingKeysWith: { first, _ in first })
        }
        self.slopes = Metric.allCases.compactMap { metric in
            let (then, now) = (slopes[0][metric], slopes[1][metric])
            guard then != nil || now != nil else { return nil }
            return Row(
                label: metric.words, then: then?.changeInWords ?? "-", now: now?.changeInWords ?? "-",
                isWorse: now?.slope.grows == true && then?.slope.grows != true)
        }
    }
}

extension Shard? {
    /// The run's own: `7.4x faster, 7.1-7.8`.
    fileprivate var speedup: String { flatMap { $0.comparison == nil ? nil : $0.speedupInWords } ?? "-" }
}

extension SoakTable.Row {
    /// `+12.1 kB, 11.0 to 13.2`.
    fileprivate var changeInWords: String { "\(cells[2]), \(cells[3])" }
}

extension TimeChange.Subject {
    /// What was timed.
    var words: String { self == .soak ? "reset in soak" : rawValue }
}

extension TimeChange {
    /// `1.38x, 1.30-1.45`; without the ends where there is no interval.
    var ratioInWords: String { shortRatio + (ends.map { ", \($0)" } ?? "") }

    /// `1.38x`.
    var shortRatio: String { "\(Self.number(ratio))x" }

    /// `1.30-1.45`; nil where there is no interval.
    var ends: String? { interval.map { "\(Self.number($0.lower))-\(Self.number($0.upper))" } }

    private static func number(_ ratio: Double) -> String { fixed(ratio, digits: ratio >= 9.995 ? 1 : 2) }
}
