internal import OutliveModel

/// The times of the arms, as rows of a table.
struct TimingTable {
    struct Row {
        var label: String
        /// `true` if the arm is part of the one in the row above.
        var isPart = false
        var cells: [String]
    }

    static let heading = ["n", "median", "min", "max", "MAD", "outliers"]

    private(set) var rows: [Row] = []

    /// Creates the table of a run, which is empty if nothing was measured.
    init(_ run: Shard, unicode: Bool = true) {
        func row(_ label: String, _ summary: Summary, isPart: Bool = false) -> Row {
            let times = [summary.median, summary.minimum, summary.maximum, summary.medianAbsoluteDeviation]
            return Row(
                label: label, isPart: isPart,
                cells: ["\(summary.count)"] + times.map { timeText($0, unicode: unicode) } + ["\(summary.outliers)"])
        }
        if let comparison = run.comparison {
            rows = [
                row("relaunch", comparison.launch), row("stop", comparison.launchStop, isPart: true),
                row("start", comparison.launchStart, isPart: true), row("reset", comparison.reset),
            ]
        }
        if let ping = run.ping { rows.append(row("ping", ping)) }
    }
}

extension Shard {
    /// The limit of the gate and the result, or `nil` without a gate.
    ///
    /// `gate: the interval's lower end must reach 1.5x: passed`
    var gateDescription: String? {
        guard let gate = plan.minimumSpeedup else { return nil }
        let end = comparison?.interval == nil ? "the interval" : "the interval's lower end"
        return "gate: \(end) must reach \(decimal(gate))x: \(missesGate ? "missed" : "passed")"
    }
}

extension Comparison: CustomStringConvertible {
    /// The speed-up with its interval: `reset 7.4x faster than relaunch, 95 % CI 7.1-7.8 (20 pairs)`.
    package var description: String {
        "reset \(speedup) than relaunch, \(confidenceOrNone) (\(counted(pairs, "pair")))"
    }
}

extension Comparison {
    /// `true` if the reset is not slower than the relaunch.
    var isFaster: Bool { ratio >= 1 }
    /// The speed-up: `7.4x faster`, or `1.3x slower`.
    var speedup: String { "\(decimal(factor, like: factor))x \(isFaster ? "faster" : "slower")" }

    /// The interval in the direction of `speedup`, or `nil` without one: `95 % CI 7.1-7.8`.
    var confidence: String? {
        guard let interval, let ends else { return nil }
        return "\(fixed(interval.level * 100, digits: 0)) % CI \(ends)"
    }

    /// The interval, or the reason why there is none.
    var confidenceOrNone: String { confidence ?? "no interval under 6 pairs" }

    /// The ends of the interval in the direction of `speedup`, or `nil` without one: `7.1-7.8`.
    var ends: String? {
        guard let interval else { return nil }
        let ends = isFaster ? (interval.lower, interval.upper) : (1 / interval.upper, 1 / interval.lower)
        return "\(decimal(ends.0, like: factor))-\(decimal(ends.1, like: factor))"
    }

    /// The time saved or lost: `saves 61 s per 100 resets`, or `costs 12 s per 100 resets`.
    var saving: String { "\(saves ? "saves" : "costs") \(savedOrLost) per 100 resets" }
    var saves: Bool { savedSecondsPer100 >= 0 }

    /// The time that 100 resets save or cost: `61 s`.
    var savedOrLost: String {
        let seconds = abs(savedSecondsPer100)
        let digits = seconds >= 9.95 ? 0 : seconds >= 0.995 ? 1 : 2
        return "\(fixed(seconds, digits: digits)) s"
    }

    var isUnclear: Bool { interval.map { $0.lower <= 1 && $0.upper >= 1 } ?? false }
    private var factor: Double { isFaster ? ratio : 1 / ratio }
}

/// Returns a ratio with enough decimals to distinguish it from 1.
///
/// - Parameter other: The ratio whose size sets the number of decimals, by default the ratio itself.
func decimal(_ ratio: Double, like other: Double? = nil) -> String {
    let size = other ?? ratio
    return fixed(ratio, digits: size < 1.1 ? 2 : size < 99.95 ? 1 : 0)
}
