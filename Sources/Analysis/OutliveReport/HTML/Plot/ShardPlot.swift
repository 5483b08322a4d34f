internal import OutliveModel

extension Presentation {
    /// A plot of the speed-up in each run of a merged report, or `nil` if no run has a ratio.
    ///
    /// There is no common one, as a ratio never spans machines. Of more than 60 runs, the number of the others is
    /// shown.
    var shardPlot: HTMLNode? {
        let compared = runs.filter { $0.drawn != nil }
        guard isMerged, !compared.isEmpty else { return nil }
        let shards = compared.worst(60).byStart
        // Where the arms have names, the fastest one may differ from run to run.
        let areNamed = shards.contains { $0.plan.arms != nil }
        let title = "Speed-up of \(areNamed ? "the fastest arm" : "reset over relaunch"), by run"
        let picture = ForestPicture(
            id: "plot-shards", title: title,
            axisTitle: areNamed ? "time of the reference / time of the fastest" : "time of relaunch / time of reset",
            rows: shards.map(\.row))
        return .tag("figure", ["class": "plot plot-shards"]) {
            HTMLNode.tag("figcaption") { title }
            picture.node
            picture.legend
            if compared.count > shards.count {
                HTMLNode.tag("p", ["class": "plot-more"]) {
                    "\(counted(compared.count - shards.count, "run")) more in the raw data."
                }
            }
            if runs.count > compared.count {
                HTMLNode.tag("p", ["class": "plot-more"]) {
                    "Not drawn: \(counted(runs.count - compared.count, "run")) without a ratio."
                }
            }
        }
    }
}

extension Shard {
    /// The ratio of the fastest arm, if it can be drawn.
    fileprivate var drawn: ArmRatio? { comparison?.leading.flatMap { $0.isDrawn ? $0 : nil } }

    fileprivate var row: ForestPicture.Row {
        let value = drawn.map { (plan.arms == nil ? "" : "\($0.arm.words) ") + $0.speedup } ?? "no ratio"
        // The name that the table uses comes first. A narrow page adds only the processor.
        let label = [name] + (hostText.map { [$0] } ?? []) + [processor, rest].map { elided($0, to: 32, .middle) }
        let gate = gates.first { $0.arm == drawn?.arm } ?? gates.first
        return ForestPicture.Row(
            label: (label + [time]).joined(separator: ", "),
            narrowLabel: "\(name), \(elided(hostText ?? processor, to: 24, .middle))",
            value: value, narrowValue: value, sentence: "\(name), \(machineText), \(time): \(result)", ratio: drawn,
            gate: gate?.drawn, isMissed: gate?.isMissed ?? false)
    }

    /// The machine without its memory: `Debian GNU/Linux 12, x86_64, Example CPU, 2 processors`.
    fileprivate var machineText: String {
        oneLine(
            [host, machine.system, machine.architecture, machine.processor, counted(machine.processors, "processor")]
                .compactMap(\.self).joined(separator: ", "))
    }

    /// The processor, or the system if that is not known: `Example CPU`.
    fileprivate var processor: String { oneLine(machine.processor ?? machine.system) }

    /// The number of processors and the system: `16 processors, Debian GNU/Linux 12`.
    fileprivate var rest: String {
        let other = machine.processor == nil ? machine.architecture : machine.system
        return "\(counted(machine.processors, "processor")), \(oneLine(other))"
    }

    /// The start with its time zone, or the original text if it is not in ISO 8601.
    private var time: String { startText + (hasDay ? " UTC" : "") }

    fileprivate var result: String {
        guard let drawn else { return "no ratio" }
        return "\(drawn.speedup), \(drawn.confidenceOrNone)"
    }
}
