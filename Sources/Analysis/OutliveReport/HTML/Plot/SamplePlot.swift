internal import OutliveModel

extension Presentation {
    /// A plot of the times of each arm in the order of the run, which shows drift, or `nil` with too few samples.
    var samplePlot: HTMLNode? {
        guard let run = singleRun, let arms = run.comparison?.arms.map(\.arm) else { return nil }
        let failed = failedArms
        let samples = report.samples.filter { arms.contains($0.arm) && !failed.contains($0.arm) && $0.order >= 0 }
        guard let first = samples.map(\.order).min(), let last = samples.map(\.order).max() else { return nil }
        // A report from a file can have any numbers.
        guard last < 1_000_000_000 else { return nil }
        let axis = PlotAxis(cycles: first + 1, to: last + 1)
        let panels = arms.enumerated().compactMap { index, arm in
            SamplePanel(arm, index: index, samples.filter { $0.arm == arm }, axis: axis)
        }
        guard !panels.isEmpty else { return nil }
        return .tag("figure", ["class": "plot plot-samples"]) {
            HTMLNode.tag("figcaption") { "Samples in the order of the run" }
            HTMLNode.tag("div", ["class": "plot-panels"]) {
                for panel in panels { panel.node }
            }
            HTMLNode.tag("p", ["class": "plot-legend"]) {
                let used = Set(panels.flatMap(\.marks))
                for mark in PlotMark.allCases where used.contains(mark) {
                    PlotMark.entry(mark.words) { mark.node(x: "8", y: 8, says: nil) }
                }
                PlotMark.entry("median of the first and of the second half") {
                    HTMLNode.tag("line", ["class": "plot-trend", "x1": "0", "y1": "8", "x2": "16", "y2": "8"])
                }
            }
        }
    }
}

/// The times of one arm in the order of the run, drawn in pixels and scaled as a whole.
private struct SamplePanel {
    /// The number of samples in each half from which on their medians are compared.
    private static let fewest = 3
    /// The number of samples up to which each is a point. More would be a solid block.
    private static let maximumPoints = 400

    private let name: String
    private let ink: Int
    private let samples: [Sample]
    private let field: SoakField
    /// The measured samples of the first and of the second half of the run, without resets that failed.
    private let halves: [[Sample]]

    /// Creates a panel, or returns `nil` with too few samples to see a change.
    init?(_ arm: Arm, index: Int, _ samples: [Sample], axis: PlotAxis) {
        name = arm.words
        ink = ArmRow.ink(index)
        self.samples = samples.filter { PlotAxis.canShow($0.seconds) }.sorted { $0.order < $1.order }
        let counted = self.samples.filter { !$0.warmup && !$0.fellBack }
        guard counted.count >= 2 * Self.fewest else { return nil }
        halves = [Array(counted.prefix(counted.count / 2)), Array(counted.suffix((counted.count + 1) / 2))]
        // A failed reset takes as long as a launch, which would flatten all others: it is drawn at the edge.
        field = SoakField(
            cycles: axis,
            values: PlotAxis(
                rounding: self.samples.lazy.filter { !$0.fellBack }.map(\.seconds), isWhole: false),
            noun: "sample")
    }

    var marks: Set<PlotMark> { Set(shown.map(PlotMark.init)) }

    /// The samples that are drawn: all, or some at equal distances with every outlier and every failed reset.
    private var shown: [Sample] {
        guard samples.count > Self.maximumPoints else { return samples }
        let step = (samples.count + Self.maximumPoints - 1) / Self.maximumPoints
        return samples.enumerated().filter { $0 % step == 0 || $1.outlier || $1.fellBack }.map(\.element)
    }

    private var medians: [Double] { halves.compactMap { Quartiles($0.map(\.seconds))?.median } }

    /// The medians of both halves and their difference: `701 ms, then 706 ms: +0.7 %`.
    private var conclusion: String {
        guard medians.count == 2, medians[0] > 0 else { return "" }
        let change = 100 * (medians[1] / medians[0] - 1)
        return "\(timeText(medians[0])), then \(timeText(medians[1])): "
            + "\(change > 0 ? "+" : "")\(fixed(change, digits: 1)) %"
    }

    var node: HTMLNode {
        let labels = TickLabels(field.values) { Scale.seconds($0) }
        return HTMLNode.picture(
            id: "plot-samples-\(ink)-\(samples.first?.order ?? 0)", title: "\(name), in the order of the run",
            description: "Median of the first half, then of the second: \(conclusion).",
            kind: "plot-panel plot-arm-\(ink)", height: SoakField.size.height, viewBoxWidth: SoakField.size.width
        ) {
            HTMLNode.tag("text", ["class": "plot-name", "x": "0", "y": "14"]) {
                elided(name, to: 36, .middle)
                if !labels.unit.isEmpty { HTMLNode.tag("tspan", ["class": "plot-note"]) { "  \(labels.unit)" } }
            }
            HTMLNode.tag("text", ["class": "plot-conclusion", "x": "0", "y": "30"]) { conclusion }
            field.grid(labels)
            for sample in shown {
                PlotMark(sample).scaledNode(
                    x: field.x(sample.order + 1), y: field.y(sample.seconds),
                    says: "sample \(sample.order + 1): \(timeText(sample.seconds))"
                        + (PlotMark(sample) == .measured ? "" : ", \(PlotMark(sample).words)"))
            }
            for (half, median) in zip(halves, medians) {
                if let first = half.first, let last = half.last {
                    SoakField.line(
                        (field.x(first.order + 1), field.y(median)), (field.x(last.order + 1), field.y(median)),
                        kind: "plot-trend", says: timeText(median))
                }
            }
        }
    }
}
