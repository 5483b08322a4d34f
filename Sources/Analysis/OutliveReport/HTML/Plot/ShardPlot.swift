internal import OutliveModel

/// A plot of the speed-up in each run of a merged report. There is no common one, as a ratio never spans machines.
struct ShardPlot {
    /// The maximum number of rows. The number of further runs is shown.
    static let mostRows = 60

    /// The height of a row including its label, in CSS pixels.
    private static let pitch = 50.0

    private let shards: [Shard]
    private let others: Int

    /// Creates the plot, or returns `nil` if no run has a ratio.
    init?(_ shown: Presentation) {
        let runs = shown.runs
        guard shown.isMerged, runs.contains(where: { $0.drawn != nil }) else { return nil }
        shards = Array(runs.prefix(Self.mostRows))
        others = runs.count - shards.count
    }

    var figure: HTMLNode {
        let axis = PlotAxis(ratios: shards.flatMap(\.ratios))
        let top = 20.0
        let bottom = top + Double(shards.count) * Self.pitch
        return .tag("figure", ["class": "plot plot-shards"]) {
            HTMLNode.tag("figcaption") { "Speed-up of reset over relaunch, by run" }
            SVG.picture(
                id: "plot-shards", title: "Speed-up of reset over relaunch, by run", description: sentence,
                kind: "plot-forest", height: bottom + PlotAxis.height
            ) {
                axis.nodes(
                    TickLabels(ratios: axis.ticks), title: "time of relaunch / time of reset", top: top,
                    bottom: bottom)
                let even = axis.fraction(of: 1)
                SVG.label("1: no faster", at: even, y: 12, kind: "plot-note")
                for (index, shard) in shards.enumerated() {
                    let top = top + Double(index) * Self.pitch
                    // The line begins below the labels.
                    SVG.line(from: (even, top + 21), to: (even, top + Self.pitch), kind: "plot-even")
                    nodes(of: shard, on: axis, top: top)
                }
            }
            HTMLNode.tag("p", ["class": "plot-legend"]) {
                PlotMark.entry("ratio of the medians, and its interval") {
                    HTMLNode.tag("line", ["class": "plot-interval", "x1": "0", "y1": "8", "x2": "16", "y2": "8"])
                    HTMLNode.tag("circle", ["class": "plot-estimate", "cx": "8", "cy": "8", "r": "4"])
                }
                if shards.contains(where: { $0.drawn != nil && $0.drawn?.drawnInterval == nil }) {
                    PlotMark.entry("without an interval") {
                        HTMLNode.tag("circle", ["class": "plot-estimate plot-unsure", "cx": "8", "cy": "8", "r": "4"])
                    }
                }
                if shards.contains(where: { $0.gate != nil }) {
                    PlotMark.entry("gate") {
                        HTMLNode.tag("line", ["class": "plot-gate", "x1": "8", "y1": "0", "x2": "8", "y2": "16"])
                    }
                }
            }
            if others > 0 {
                HTMLNode.tag("p", ["class": "plot-more"]) { "\(counted(others, "run")) more in the raw data." }
            }
        }
    }

    @HTMLBuilder
    private func nodes(of shard: Shard, on axis: PlotAxis, top: Double) -> [HTMLNode] {
        HTMLNode.tag("g", ["class": "plot-shard"]) {
            HTMLNode.tag("title") { "\(shard.name), \(shard.place), \(shard.time): \(shard.result)" }
            let value = shard.drawn.map(\.speedup) ?? "no ratio"
            SVG.label(value, at: 1, y: top + 16, anchor: .end, kind: "plot-value plot-halo")
            // The name that the table uses comes first. A narrow page adds only the processor.
            let name = [
                shard.name, elided(shard.processor, to: 32, .middle), elided(shard.rest, to: 32, .middle), shard.time,
            ].joined(separator: ", ")
            SVG.label(
                "\(shard.name), \(elided(shard.processor, to: 24, .middle))", at: 0, y: top + 16, anchor: .start,
                kind: "plot-label plot-halo plot-narrow")
            SVG.label(
                name, at: 0, y: top + 16, anchor: .start,
                kind: "plot-label plot-halo plot-wide")
            let y = top + 34
            shard.gate.map { gate in
                let place = axis.fraction(of: gate)
                return SVG.line(from: (place, y - 9), to: (place, y + 9), kind: "plot-gate")
            }
            if let comparison = shard.drawn {
                comparison.estimate(on: axis, y: y)
            }
        }
    }

    private var sentence: String {
        shards.map { "\($0.name), \($0.place), \($0.time): \($0.result)." }.joined(separator: " ")
    }
}

extension Shard {
    /// The comparison, if its ratio can be drawn.
    fileprivate var drawn: Comparison? {
        comparison.flatMap { $0.ratio > 0 && PlotAxis.canShow($0.ratio) ? $0 : nil }
    }

    fileprivate var gate: Double? { plan.minimumSpeedup.flatMap { $0 > 0 && PlotAxis.canShow($0) ? $0 : nil } }

    fileprivate var ratios: [Double] {
        guard let drawn else { return [] }
        let interval = drawn.drawnInterval
        return [drawn.ratio, interval?.lowerBound, interval?.upperBound, gate].compactMap(\.self)
    }

    /// The machine without its memory: `Debian GNU/Linux 12, x86_64, Example CPU, 2 processors`.
    fileprivate var place: String {
        oneLine(
            [machine.system, machine.architecture, machine.processor, counted(machine.processors, "processor")]
                .compactMap(\.self).joined(separator: ", "))
    }

    /// The processor, or the system if that is not known: `Example CPU`.
    fileprivate var processor: String { oneLine(machine.processor ?? machine.system) }

    /// The number of processors and the system: `16 processors, Debian GNU/Linux 12`.
    fileprivate var rest: String {
        let other = machine.processor == nil ? machine.architecture : machine.system
        return "\(counted(machine.processors, "processor")), \(oneLine(other))"
    }

    /// The start in short form, `2026-01-02 03:04 UTC`, or the original text if it is not in ISO 8601.
    fileprivate var time: String {
        let text = oneLine(startedAt)
        guard text.utf8.count == 20, text.hasSuffix("Z") else { return elided(text, to: 32, .tail) }
        return text.dropLast(4).replacing("T", with: " ") + " UTC"
    }

    fileprivate var result: String {
        guard let drawn else { return "no ratio" }
        return "\(drawn.speedup), \(drawn.confidenceOrNone)"
    }
}
