internal import OutliveModel

extension Presentation {
    /// A plot of the times of the arms, with their ratios below it, or `nil` if no arm was measured.
    var distributionPlot: HTMLNode? {
        // A failed reset takes the time of the failure and a relaunch, which is no reset time.
        let failed = failedArms
        let samples = report.samples.filter { !failed.contains($0.arm) }
        let arms = report.comparison?.arms.map(\.arm) ?? report.plan.comparedArms.map(\.name)
        let rows = arms.enumerated().compactMap { index, arm in
            ArmRow(arm, index: index, samples, report.comparison?.times(of: arm)?.total)
        }
        guard !rows.isEmpty else { return nil }
        let axis = PlotAxis(fitting: rows.lazy.flatMap(\.seconds))
        let bottom = Double(rows.count) * ArmRow.pitch
        let title = "Duration of \(listed(arms.map(\.words)))"
        return .tag("figure", ["class": "plot plot-distribution"]) {
            HTMLNode.tag("figcaption") { title }
            HTMLNode.picture(
                id: "plot-distribution", title: title,
                description: rows.map(\.sentence).joined(separator: "; ") + ".", kind: "plot-times",
                height: bottom + PlotAxis.height
            ) {
                axis.nodes(
                    TickLabels(axis) { Scale.seconds($0) }, title: "time until ready", top: 20, bottom: bottom)
                for (index, row) in rows.enumerated() {
                    row.nodes(on: axis, top: Double(index) * ArmRow.pitch)
                }
            }
            legend(of: rows)
            if let ratios = ForestPicture(ratiosOf: runs[0]) {
                HTMLNode.tag("p", ["class": "plot-caption"]) { ratios.title }
                ratios.node
                ratios.legend
            }
        }
    }
}

private func legend(of rows: [ArmRow]) -> HTMLNode? {
    let used = Set(rows.flatMap(\.marks))
    let marks = PlotMark.allCases.filter(used.contains)
    let box = rows.contains { $0.quartiles != nil } ? "middle half, and median" : nil
    let range = rows.contains(where: \.isSummary) ? "minimum to maximum, and median" : nil
    return marks.isEmpty && range == nil ? nil : PlotMark.legend(marks, box: box ?? range)
}

extension ForestPicture {
    /// Creates the picture of the ratios of a run, or returns `nil` if there is none to draw.
    fileprivate init?(ratiosOf run: Shard) {
        let gates = run.gates
        let rows = (run.comparison?.ratios ?? []).filter(\.isDrawn).map { ratio in
            let gate = gates.first { $0.arm == ratio.arm && $0.base == ratio.base }
            let limit = gate?.drawn
            let words = gate.map { ", gate \(decimal($0.minimum))x \($0.isMissed ? "missed" : "passed")" } ?? ""
            let value = [ratio.speedup, ratio.confidence].compactMap(\.self).joined(separator: ", ")
            let (arm, base) = (ratio.arm.words, ratio.base.words)
            return Row(
                label: "\(arm) over \(base)",
                narrowLabel: "\(elided(arm, to: 12, .middle)) / \(elided(base, to: 12, .middle))", value: value + words,
                narrowValue: ratio.speedup,
                sentence: "\(arm) is \(ratio.fullSpeedup), \(ratio.confidenceOrNone)\(words)",
                ratio: ratio, gate: limit, isMissed: gate?.isMissed ?? false)
        }
        guard let first = rows.first?.ratio else { return nil }
        let title =
            rows.count == 1
            ? "Speed-up of \(first.arm.words) over \(first.base.words)" : "Speed-up of each arm over another"
        let axisTitle =
            rows.count == 1
            ? "time of \(first.base.words) / time of \(first.arm.words)" : "time of the second / time of the first"
        self.init(id: "plot-ratio", title: title, axisTitle: axisTitle, rows: rows)
    }
}
