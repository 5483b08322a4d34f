internal import DeskNotesSettings
internal import Foundation
internal import OutliveBenchmark
internal import OutliveModel
internal import SuiteResult

/// The measurement as text, in lines of 80 columns at most.
struct MeasurementText {
    private static let width = 80
    private let measurement: Measurement

    init(_ measurement: Measurement) {
        self.measurement = measurement
    }

    /// All lines.
    var lines: [String] {
        var lines = conditions + [""] + leaks + [""] + complaints + suite + [""] + cases + ["", "Made ready"]
        lines += Arm.allCases.map(readied) + ["", summary]
        return lines
    }

    private var conditions: [String] {
        let conditions = measurement.conditions
        var parts = [
            "desk-notes: \(conditions.application.rawValue)", "tests: \(conditions.tests.rawValue)",
            counted(measurement.results(.reset)[0].tests, "test"), "seed \(measurement.seed)",
        ]
        if let filter = conditions.filter { parts.append("filter '\(filter)'") }
        if let leak = conditions.leak { parts.append("planted leak: \(leak.rawValue)") }
        return wrapped(parts.joined(separator: ", "), indented: "")
    }

    private var complaints: [String] {
        let lines = measurement.complaints
        return lines.isEmpty ? [] : ["Failures"] + lines.flatMap { wrapped($0) } + [""]
    }

    private var suite: [String] {
        let rounds = measurement.rounds.count
        let head = cells("\(counted(measurement.results(.reset)[0].tests, "UI test"))", "n", "median", "min", "max")
        return [head]
            + Arm.allCases.map { arm in
                let seconds = measurement.results(arm).map(\.seconds)
                return cells(
                    "  by \(arm.rawValue)", "\(rounds)", time(median(of: seconds)), time(seconds.min()),
                    time(seconds.max()))
            }
            + ["", "  \(comparison)"]
    }

    private var cases: [String] {
        let times = Arm.allCases.map { arm in
            Dictionary(grouping: measurement.results(arm).flatMap(\.cases), by: \.name).mapValues { cases in
                median(of: cases.map(\.seconds))
            }
        }
        // The longest by relaunch first.
        let names = times[0].sorted { ($0.value ?? 0, $1.key) > ($1.value ?? 0, $0.key) }.map(\.key)
        let head = row("Each test, median", ["relaunch", "reset"])
        return [head] + names.map { name in row("  \(name)", times.map { time($0[name] ?? nil) }) }
    }

    private func readied(_ arm: Arm) -> String {
        let results = measurement.results(arm)
        func sum(_ count: KeyPath<SuiteResult, Int>, _ noun: String) -> String {
            counted(results.reduce(0) { $0 + $1[keyPath: count] }, noun)
        }
        return "  by \(arm.rawValue): \(sum(\.launches, "launch")), \(sum(\.resets, "reset")), "
            + sum(\.fallbacks, "fallback")
    }

    private var leaks: [String] {
        let runs = measurement.results(.reset).reduce(0) { $0 + $1.tests }
        guard !measurement.leaks.isEmpty else { return ["Leaks: none in \(counted(runs, "test")) by reset"] }
        return ["Leaks"]
            + measurement.leaks.map { shortened("  LEAK  \($0.name): after \($0.count) of \(counted(runs, "test"))") }
            + leaked
    }

    /// The folder of the artifacts of tests that failed only because of leaks, in one line for all of them.
    private var leaked: [String] {
        guard measurement.leaked > 0, let artifacts = measurement.artifacts else { return [] }
        return wrapped("\(counted(measurement.leaked, "test")) failed by that alone, artifacts in: \(artifacts)")
    }

    private var summary: String {
        measurement.ratio == nil ? comparison : "\(comparison); \(tally)"
    }

    private var tally: String {
        "\(counted(measurement.fallbacks, "fallback")), \(measurement.failed) failed, "
            + counted(measurement.leaks.count, "leak")
    }

    private var comparison: String {
        guard let ratio = measurement.ratio else {
            let isTold = measurement.fallbacks + measurement.failed + measurement.leaks.count > 0
            return "no comparison: \(isTold ? tally : "a run failed as a whole")"
        }
        let words = ratio >= 1 ? "\(fixed(ratio))x faster" : "\(fixed(1 / ratio))x slower"
        guard let interval = measurement.interval else { return "reset is \(words), no interval under 6 rounds" }
        let ends = ratio >= 1 ? (interval.lower, interval.upper) : (1 / interval.upper, 1 / interval.lower)
        return "reset is \(words), 95 % CI \(fixed(ends.0))-\(fixed(ends.1))"
    }

    private func cells(_ label: String, _ cells: String...) -> String {
        padded(label, to: 20) + cells.map { aligned($0, to: 11) }.joined()
    }

    private func row(_ label: String, _ cells: [String]) -> String {
        let room = Self.width - 11 * cells.count
        return padded(shortened(label, to: room), to: room) + cells.map { aligned($0, to: 11) }.joined()
    }

    private func time(_ seconds: Double?) -> String {
        guard let seconds else { return "-" }
        return seconds < 0.9995 ? "\(Int((seconds * 1000).rounded())) ms" : "\(fixed(seconds)) s"
    }

    private func fixed(_ value: Double) -> String { String(format: value < 9.995 ? "%.2f" : "%.1f", value) }

    private func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : noun.hasSuffix("ch") ? "es" : "s")"
    }

    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func aligned(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private func shortened(_ text: String, to width: Int = width) -> String {
        text.count <= width ? text : text.prefix(width - 3) + "..."
    }

    /// Wraps a text between words where possible.
    private func wrapped(_ text: String, indented indent: String = "  ") -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let start = lines.isEmpty ? indent : indent + "  "
            if line.isEmpty {
                line = start + word
            } else if line.count + 1 + word.count > Self.width {
                lines.append(line)
                line = indent + "  " + word
            } else {
                line += " \(word)"
            }
        }
        return lines + [line]
    }
}
