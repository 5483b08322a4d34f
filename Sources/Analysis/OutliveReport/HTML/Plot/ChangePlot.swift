internal import OutliveModel

extension ComparedRuns {
    /// A plot of the later over the earlier times, or `nil` if none can be compared.
    ///
    /// - Parameter number: The number of the pair of runs on the page.
    func changePlot(number: Int) -> HTMLNode? {
        let rows = times.compactMap(\.row)
        guard !rows.isEmpty else { return nil }
        let picture = ForestPicture(
            id: "plot-change-\(number)", title: "Times against the earlier run",
            axisTitle: "time then / time now", rows: rows)
        return .tag("figure", ["class": "plot plot-change"]) {
            HTMLNode.tag("figcaption") { picture.title }
            picture.node
            picture.legend
        }
    }
}

extension TimeChange {
    /// The change as a speed-up of the later run, as all pictures of ratios show one.
    fileprivate var row: ForestPicture.Row? {
        guard ratio > 0 else { return nil }
        let inverted = interval.flatMap { interval in
            interval.lower > 0
                ? Interval(lower: 1 / interval.upper, upper: 1 / interval.lower, level: interval.level) : nil
        }
        let faster = ArmRatio(base: Arm(rawValue: "then"), arm: subject, ratio: 1 / ratio, interval: inverted)
        guard faster.isDrawn else { return nil }
        let value = [faster.speedup, faster.confidence].compactMap(\.self).joined(separator: ", ")
        return ForestPicture.Row(
            label: subjectWords, narrowLabel: elided(subjectWords, to: 20, .middle), value: value,
            narrowValue: faster.speedup,
            sentence: "\(subjectWords) took \(timeText(old)) then and takes \(timeText(new)) now: \(value)",
            ratio: faster)
    }
}
