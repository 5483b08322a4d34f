internal import OutliveModel

extension ReportFormat {
    /// Figures to compare over commits, in the format of github-action-benchmark. Smaller values are better.
    ///
    /// There is at least one, because the action rejects an empty list.
    package static let customSmallerIsBetter = ReportFormat(name: "customSmallerIsBetter") { shown, _ in
        try jsonDocument(shown.figures.filter(\.value.isFinite))
    }
}

private struct Figure: Encodable {
    /// The name, the same in each run, as the action compares figures by name.
    var name: String
    var unit: String
    var value: Double
    /// The deviation in the unit: `± 0.0012`.
    var range: String?
    /// The note beside the point in a chart.
    var extra: String?

    init(_ name: String, _ unit: String, _ value: Double, deviation: Double? = nil, extra: String? = nil) {
        self.name = name
        self.unit = unit
        self.value = value
        range = deviation.flatMap { $0.isFinite ? "± \($0)" : nil }
        self.extra = extra
    }
}

extension Presentation {
    /// The figures of all runs, then of the report.
    ///
    /// The ratio is inverted. A slope is included only if it is significant growth, as the noise around zero has no
    /// meaningful ratio to an earlier run's.
    fileprivate var figures: [Figure] {
        namedRuns.flatMap { $0.figures(on: $1) } + soakFigures + leakFigures
            + [Figure("failures", "failures", Double(report.failures.count))]
    }

    private var soakFigures: [Figure] {
        let changing = Set(report.slopes.map(\.metric))
        return Metric.allCases.filter { $0 != .resetSeconds && (!$0.isResource || changing.contains($0)) }.compactMap {
            metric in
            guard let last = report.soak.last(where: { $0.value(of: metric) != nil }) else { return nil }
            return last.value(of: metric).map {
                Figure(
                    "\(metric.words) after the soak", metric.unitName, $0,
                    extra: "after \(counted(last.cycle, "cycle"))")
            }
        }
    }

    private var leakFigures: [Figure] {
        var figures: [Figure] = []
        let leaks = causes.filter { $0.verdict == .leak }
        if report.watched(.heap) || report.watch == .watched {
            figures.append(Figure("leaks", "leaks", Double(leaks.count)))
        }
        if report.heap != nil { figures.append(Figure("leaked per cycle", "bytes", Double(leaks.bytesPerCycle))) }
        if let fidelity {
            figures.append(
                Figure(
                    "checks that differ from a launch", "checks", Double(fidelity.differing.count),
                    extra: "of \(counted(fidelity.compared.count, "check"))"))
        }
        return figures
    }
}

extension Shard {
    /// Returns the figures of the run; `place` ends their names.
    fileprivate func figures(on place: String) -> [Figure] {
        var figures: [Figure] = []
        func add(_ name: String, _ summary: Summary?) {
            guard let summary else { return }
            figures.append(
                Figure(
                    name + place, "s", summary.median, deviation: summary.medianAbsoluteDeviation,
                    extra: "median of \(counted(summary.count, "sample")), \(summary.minimum) to \(summary.maximum) s"))
        }
        for arm in comparison?.arms ?? [] {
            add(arm.arm.words, arm.total)
            add("\(arm.arm.words): stop", arm.stop)
            add("\(arm.arm.words): start", arm.start)
        }
        for ratio in comparison?.ratios ?? [] {
            let interval = ratio.interval.map { (1 / $0.upper, 1 / $0.lower) }
            // A relaunch is one of several ways only where the arms have names.
            let unit = ratio.base == .launch ? "relaunches" : "times of \(ratio.base.words)"
            figures.append(
                Figure(
                    "\(ratio.arm.words), in \(unit)\(place)", unit, 1 / ratio.ratio,
                    deviation: interval.map { ($0.1 - $0.0) / 2 },
                    extra: interval.map { "interval \($0.0) to \($0.1), \(comparison?.amount ?? "")" }))
        }
        add("ping", ping)
        for slope in slopes {
            let interval = slope.interval
            let range = interval.map { "interval \($0.lower) to \($0.upper)" } ?? "too few \(plan.round)s to judge"
            figures.append(
                Figure(
                    "growth of \(slope.metric.words) per \(plan.round)\(place)", slope.metric.unitName,
                    slope.grows ? slope.perCycle : 0,
                    deviation: slope.grows ? interval.map { ($0.upper - $0.lower) / 2 } : nil,
                    extra: "estimate \(slope.perCycle), \(range)"))
        }
        if plan.reset != nil { figures.append(Figure("fallbacks\(place)", "fallbacks", Double(fallbacks))) }
        return figures
    }
}

extension Metric {
    fileprivate var unitName: String {
        switch unit {
        case .seconds: "s"
        case .bytes: "bytes"
        case .count: self == .liveComponents ? "components" : words
        }
    }
}
