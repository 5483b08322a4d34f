internal import OutliveModel

/// The times, levels and slopes of two runs as rows of tables, with the control if there is one.
struct ComparedTimes {
    /// The earlier and the later value of one quantity, with the change if it is known.
    struct Row {
        var label: String
        let then: String
        let now: String
        var change = ""
        /// The change of a time in the control, or the control's value; `nil` without a control.
        var control: String?
        /// `true` if the quantity is known to take longer, to use more, or to grow in the later run.
        var isWorse = false

        func cells(hasRatio: Bool) -> [String] {
            [then, now] + (hasRatio ? [change] : []) + [control].compactMap(\.self)
        }
    }

    /// The names of both runs and their machines, to distinguish several pairs of runs.
    let label: String
    /// The compared times, and the speed-up of each run.
    let times: [Row]
    /// The memory and other resources that two builds use; empty without a control.
    let levels: [Row]
    let slopes: [Row]
    private let names: [String]
    private let control: [String]

    init(_ runs: ComparedRuns, of comparison: ReportComparison, unicode: Bool = true) {
        let machines = Set([runs.old, runs.new].compactMap { $0?.machine.description }).sorted()
        let sides = [("then", runs.old), ("now", runs.new)].compactMap { when, run in run.map { "\($0.name) \(when)" } }
        label = "run \(sides.joined(separator: ", ")): \(machines.joined(separator: "; "))"
        let control = comparison.control
        names = [comparison.sides.then, comparison.sides.now]
        self.control = control.map { [oneLine($0.report.name)] } ?? []
        var times = runs.times.map { time in
            let scale = Scale.seconds(max(time.old, time.new), unicode: unicode)
            return Row(
                label: time.subjectWords, then: scale.text(time.old), now: scale.text(time.new),
                change: time.ratioDescription, control: control?.changeOfTime(time.subject),
                isWorse: comparison.isDifference(time) && time.ratio > 1)
        }
        if control == nil, runs.old?.comparison != nil || runs.new?.comparison != nil {
            times.append(Row(label: "speed-up", then: runs.old.speedup, now: runs.new.speedup))
        }
        self.times = times
        levels = (control?.levels ?? []).map { level in
            func text(_ value: Double) -> String { level.metric.scale(fitting: value, unicode: unicode).text(value) }
            return Row(
                label: level.metric.words, then: text(level.old), now: text(level.new), control: text(level.control),
                isWorse: level.isDifference && level.new > level.old)
        }
        let slopes = [runs.old, runs.new, control?.run].map { shard in
            Dictionary(
                (shard.map { SoakTable($0, unicode: unicode).rows } ?? []).map { ($0.slope.metric, $0) },
                uniquingKeysWith: { first, _ in first })
        }
        self.slopes = Metric.allCases.compactMap { metric in
            let (then, now) = (slopes[0][metric], slopes[1][metric])
            guard then != nil || now != nil else { return nil }
            return Row(
                label: metric.words, then: then?.changeDescription ?? "-", now: now?.changeDescription ?? "-",
                control: control.map { _ in slopes[2][metric]?.changeDescription ?? "-" },
                isWorse: now?.slope.grows == true && then?.slope.grows != true
                    && slopes[2][metric]?.slope.grows != true)
        }
    }

    /// The rows of one table, in which a slope is labelled as such.
    var rows: [Row] {
        times + levels
            + slopes.map { slope in
                var row = slope
                row.label = "\(slope.label), per cycle"
                return row
            }
    }

    /// Returns the headings of the cells of a row.
    func heading(hasRatio: Bool = true) -> [String] { names + (hasRatio ? ["ratio, 95 % CI"] : []) + control }
}

extension ComparisonControl {
    fileprivate func changeOfTime(_ subject: Arm) -> String { time(of: subject)?.ratioDescription ?? "-" }
}

extension Shard? {
    /// The speed-up that the run itself measured: `7.4x faster, 7.1-7.8`.
    fileprivate var speedup: String { flatMap { $0.comparison == nil ? nil : $0.speedup } ?? "-" }
}

extension SoakTable.Row {
    /// The slope and its interval: `+12.1 kB, 11.0 to 13.2`.
    fileprivate var changeDescription: String { "\(cells[2]), \(cells[3])" }
}

extension TimeChange {
    var subjectWords: String {
        switch subject {
        case .soak: "reset in soak"
        case .work: "work of a cycle"
        case .workProcessor: "processor time of work"
        default: subject.rawValue
        }
    }
    /// The ratio with its interval, if there is one: `1.38x, 1.30-1.45`.
    var ratioDescription: String { shortRatio + (ends.map { ", \($0)" } ?? "") }
    var shortRatio: String { "\(Self.number(ratio))x" }
    /// The ends of the interval, or `nil` without one: `1.30-1.45`.
    var ends: String? { interval.map { "\(Self.number($0.lower))-\(Self.number($0.upper))" } }

    private static func number(_ ratio: Double) -> String { fixed(ratio, digits: ratio >= 9.995 ? 1 : 2) }
}
