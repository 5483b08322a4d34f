internal import OutliveModel

/// The times and slopes of an earlier and a later run, as rows of tables.
struct ComparedTimes {
    /// The earlier and the later value of one quantity, with the change if it is known.
    struct Row {
        let label: String
        let then: String
        let now: String
        var change = ""
        /// `true` if the quantity is known to take longer, or grows in the later run.
        var isWorse = false
    }

    /// The headings of the cells of `times`.
    static let heading = ["then", "now", "ratio, 95 % CI"]

    /// The names of both runs and their machines, to distinguish several pairs of runs.
    let label: String
    /// The compared times, and the speed-up of each run.
    let times: [Row]
    /// The slopes of the soaks.
    let slopes: [Row]

    init(_ runs: ComparedRuns, unicode: Bool = true) {
        let machines = Set([runs.old, runs.new].compactMap { $0?.machine.description }).sorted()
        let sides = [("then", runs.old), ("now", runs.new)].compactMap { when, run in run.map { "\($0.name) \(when)" } }
        label = "run \(sides.joined(separator: ", ")): \(machines.joined(separator: "; "))"
        var times = runs.times.map { time in
            let scale = Scale.seconds(max(time.old, time.new), unicode: unicode)
            return Row(
                label: time.subject.words, then: scale.text(time.old), now: scale.text(time.new),
                change: time.ratioDescription, isWorse: (time.interval?.lower ?? 0) > 1)
        }
        if runs.old?.comparison != nil || runs.new?.comparison != nil {
            times.append(Row(label: "speed-up", then: runs.old.speedup, now: runs.new.speedup))
        }
        self.times = times
        let slopes = [runs.old, runs.new].map { shard in
            Dictionary(
                (shard.map { SoakTable($0, unicode: unicode).rows } ?? []).map { ($0.slope.metric, $0) },
                uniquingKeysWith: { first, _ in first })
        }
        self.slopes = Metric.allCases.compactMap { metric in
            let (then, now) = (slopes[0][metric], slopes[1][metric])
            guard then != nil || now != nil else { return nil }
            return Row(
                label: metric.words, then: then?.changeDescription ?? "-", now: now?.changeDescription ?? "-",
                isWorse: now?.slope.grows == true && then?.slope.grows != true)
        }
    }
}

extension Shard? {
    /// The speed-up that the run itself measured: `7.4x faster, 7.1-7.8`.
    fileprivate var speedup: String { flatMap { $0.comparison == nil ? nil : $0.speedup } ?? "-" }
}

extension SoakTable.Row {
    /// The slope and its interval: `+12.1 kB, 11.0 to 13.2`.
    fileprivate var changeDescription: String { "\(cells[2]), \(cells[3])" }
}

extension TimeChange.Subject {
    /// The label of the timed subject.
    var words: String { self == .soak ? "reset in soak" : rawValue }
}

extension TimeChange {
    /// The ratio with its interval, if there is one: `1.38x, 1.30-1.45`.
    var ratioDescription: String { shortRatio + (ends.map { ", \($0)" } ?? "") }

    /// The ratio alone: `1.38x`.
    var shortRatio: String { "\(Self.number(ratio))x" }

    /// The ends of the interval, or `nil` without one: `1.30-1.45`.
    var ends: String? { interval.map { "\(Self.number($0.lower))-\(Self.number($0.upper))" } }

    private static func number(_ ratio: Double) -> String { fixed(ratio, digits: ratio >= 9.995 ? 1 : 2) }
}
