package import OutliveModel

/// An output format of a comparison, by its name on the command line.
package enum ComparisonFormat: String, CaseIterable, Sendable {
    case text
    case json
    case markdown

    /// Returns the comparison in this format.
    package func bytes(for comparison: ReportComparison, style: TextStyle = TextStyle()) throws -> [UInt8] {
        switch self {
        case .text: TextPage.bytes(style) { $0.write(comparison) }
        case .json:
            try jsonDocument(
                JSONDocument(value: comparison, outcome: comparison.outcome, summary: comparison.summaryLine))
        case .markdown: Array((comparison.markdown + "\n").utf8)
        }
    }
}

extension ComparedReport {
    package init(_ report: Report, name: String) {
        self.init(
            name: name, toolVersion: report.toolVersion, startedAt: report.startedAt, outcome: report.outcome,
            interrupted: report.interrupted, summary: report.summaryLine)
    }
}

extension TextPage {
    /// The maximum number of leaks of each change, of differences and of runs in a list.
    private static let shown = 20

    /// Writes a comparison: leaks, then state, then times, and the summary line last.
    mutating func write(_ comparison: ReportComparison) {
        paragraph("Outlive \(comparison.toolVersion): a report compared with an earlier one", indent: 0, ink: .strong)
        for (label, report) in [("then", comparison.old), ("now", comparison.new)] {
            field(label, "\(oneLine(report.name)), begun \(oneLine(report.startedAt)): \(report.outcome.words)")
        }
        writeFailures(comparison.failures)
        writeLeaks(comparison)
        writeDifferences(comparison)
        writeComplaints(comparison)
        for allocations in (comparison.allocations ?? []).prefix(Self.shown) { write(allocations) }
        writeMore((comparison.allocations ?? []).count - Self.shown, "test")
        writeTimes(comparison)
        writeNotes(comparison.notes)
        blank()
        unlimited(comparison.summaryLine, comparison.outcome == .clean ? .goodStrong : .badStrong)
    }

    private mutating func writeLeaks(_ comparison: ReportComparison) {
        title("Leaks: \(comparison.leaksDescription)", comparison.failingLeaks.isEmpty ? .goodStrong : .badStrong)
        let failing = Set(comparison.failingLeaks)
        let (open, known) = (comparison.openLeaks, comparison.knownLeaks)
        for change in Change.allCases {
            let all = open.filter { $0.change == change }
            for leak in all.prefix(Self.shown) {
                write(leak, change.words, failing.contains(leak) ? .bad : change == .fixed ? .good : .plain)
            }
            writeMore(all.count - Self.shown, "\(change.words) leak")
        }
        for leak in known.prefix(Self.shown) {
            write(leak, "known", .faint)
            paragraph(oneLine(leak.new?.known?.reason ?? ""), indent: 16, ink: .faint)
        }
        writeMore(known.count - Self.shown, "known leak")
    }

    private mutating func write(_ leak: ComparedLeak, _ label: String, _ ink: Ink) {
        field(label, "\(leak.verdict(arrow: arrow))  \(leak.brief(arrow: arrow))", gap: 14, labelInk: ink)
        paragraph(leak.place, indent: 16, ink: .faint)
        if let tests = leak.tests?.clause { paragraph(tests, indent: 16, hanging: 2, ink: .faint) }
    }

    private mutating func writeDifferences(_ comparison: ReportComparison) {
        guard !comparison.differences.isEmpty else { return }
        title(
            "Differences from a launch: \(comparison.differences.counts)",
            comparison.failingDifferences.isEmpty ? .strong : .badStrong)
        let failing = Set(comparison.failingDifferences)
        for difference in comparison.differences.prefix(Self.shown) {
            let text = elided(legible(difference.description), to: style.width - 16, .middle, mark: ellipsis)
            line(
                indent: 2, Span(padded(difference.change.words, 14), failing.contains(difference) ? .bad : .plain),
                Span(text))
        }
        writeMore(comparison.differences.count - Self.shown, "difference")
    }

    private mutating func writeTimes(_ comparison: ReportComparison) {
        for runs in comparison.runs.prefix(Self.shown) {
            let table = ComparedTimes(runs, unicode: style.unicode)
            guard !table.times.isEmpty || !table.slopes.isEmpty else { continue }
            blank()
            if comparison.runs.count > 1 { paragraph(table.label, indent: 0, hanging: 2, ink: .faint) }
            let times = table.times.map { (["  " + $0.label, $0.then, $0.now, $0.change], $0.ink) }
            let slopes = table.slopes.map { (["  " + $0.label, $0.then, $0.now], $0.ink) }
            if !times.isEmpty { write([(["Times"] + ComparedTimes.heading, .strong)] + times) }
            if !slopes.isEmpty {
                if !times.isEmpty { blank() }
                write([(["Change per cycle", "then", "now"], .strong)] + slopes)
            }
        }
        writeMore(comparison.runs.count - Self.shown, "run")
        if let gate = comparison.gateDescription {
            blank()
            paragraph(gate, indent: 0, ink: comparison.missesGate ? .bad : .good)
        }
    }

    /// Writes a table with columns as wide as their cells, or each cell on its own line if the table does not fit.
    private mutating func write(_ rows: [(cells: [String], ink: Ink)]) {
        guard let heading = rows.first?.cells else { return }
        let widths = heading.indices.map { column in
            rows.map { columns(of: $0.cells[column]) }.max() ?? 0
        }
        guard widths.reduce(2 * (widths.count - 1), +) <= style.width else {
            line(Span(heading[0], .strong))
            for row in rows.dropFirst() {
                line(Span(row.cells[0], row.ink))
                for (name, cell) in zip(heading, row.cells).dropFirst() where !cell.isEmpty {
                    paragraph("\(name): \(cell)", indent: 4, ink: row.ink)
                }
            }
            return
        }
        for row in rows {
            let cells = zip(row.cells, widths).dropFirst().map { "  " + aligned($0, $1) }
            line(Span(padded(row.cells[0], widths[0]) + cells.joined(), row.ink))
        }
    }

    private mutating func writeComplaints(_ comparison: ReportComparison) {
        if !comparison.growth.isEmpty {
            title("Growth over the soaks", comparison.failingGrowth.isEmpty ? .strong : .badStrong)
            let failing = Set(comparison.failingGrowth)
            for growth in comparison.growth {
                let ink: Ink = failing.contains(growth) ? .bad : .plain
                field(growth.change.words, growth.metric.words, gap: 14, labelInk: ink)
            }
        }
        guard !comparison.expired.isEmpty else { return }
        title("Expired known leaks", comparison.failingExpired.isEmpty ? .strong : .badStrong)
        for expiry in comparison.expired.prefix(Self.shown) {
            paragraph("\(expiry.change.words): \(expiry.description)", indent: 2, hanging: 2)
        }
        writeMore(comparison.expired.count - Self.shown, "expired known leak")
    }
}

extension ComparedTimes.Row {
    fileprivate var ink: Ink { isWorse ? .bad : .plain }
}

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
    let slopes: [Row]

    init(_ runs: ComparedRuns, unicode: Bool = true) {
        let machines = Set([runs.old, runs.new].compactMap { $0?.machine.description }).sorted()
        let sides = [("then", runs.old), ("now", runs.new)].compactMap { when, run in run.map { "\($0.name) \(when)" } }
        label = "run \(sides.joined(separator: ", ")): \(machines.joined(separator: "; "))"
        var times = runs.times.map { time in
            let scale = Scale.seconds(max(time.old, time.new), unicode: unicode)
            return Row(
                label: time.subjectWords, then: scale.text(time.old), now: scale.text(time.new),
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

extension TimeChange {
    var subjectWords: String { subject == .soak ? "reset in soak" : subject.rawValue }
    /// The ratio with its interval, if there is one: `1.38x, 1.30-1.45`.
    var ratioDescription: String { shortRatio + (ends.map { ", \($0)" } ?? "") }
    var shortRatio: String { "\(Self.number(ratio))x" }
    /// The ends of the interval, or `nil` without one: `1.30-1.45`.
    var ends: String? { interval.map { "\(Self.number($0.lower))-\(Self.number($0.upper))" } }

    private static func number(_ ratio: Double) -> String { fixed(ratio, digits: ratio >= 9.995 ? 1 : 2) }
}
