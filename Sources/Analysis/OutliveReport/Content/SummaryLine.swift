package import OutliveModel

extension Report {
    /// The run in one line: unexplained growth, speed-up, savings, and problems.
    ///
    /// `reset 7.4x faster than relaunch, 95 % CI 7.1-7.8 (20 pairs); saves 61 s per 100 resets; 0 fallbacks; 2 leaks`
    package var summaryLine: String {
        if isMerged { return foldingUntraced.mergedSummaryLine }
        let growth = [growthHeadline].compactMap(\.self)
        guard measuredResets || measuredHeapCycles else {
            return (growth + [noResult] + complaints(leaks: leakCount > 0)).joined(separator: "; ")
        }
        var parts = growth + (comparison.map { [$0.verdict, $0.saving] } ?? [uncompared])
        if plan.reset != nil { parts.append(counted(fallbacks, "fallback")) }
        parts += complaints(leaks: true)
        if missesGate, let gate = plan.minimumSpeedup {
            parts.append(
                comparison == nil ? "gate not judged: \(comparisonObstacle)" : "under the gate of \(decimal(gate))x")
        }
        if interrupted { parts.append("interrupted") }
        if let failure = failures.first { parts.append("failed: \(oneLine(failure.message))") }
        return parts.joined(separator: "; ")
    }

    private var leakCount: Int { findings.count { $0.verdict == .leak } }

    /// The number of cycles or resets of a run without a completed pair.
    private var uncompared: String {
        soak.isEmpty
            ? counted(heap?.cycles.count { $0.cycle > 0 } ?? 0, "cycle")
            : plan.reset == nil
                ? counted(soak.count, "cycle")
                : "\(counted(soak.count { !$0.fellBack }, "reset")), not compared with a relaunch"
    }

    private var noResult: String {
        if let failure = failures.first { return "no result: \(oneLine(failure.message))" }
        return interrupted ? "no result: interrupted" : "no result: nothing was measured"
    }

    private func complaints(leaks: Bool) -> [String] {
        var parts: [String] = []
        if leaks { parts += leaksInWords }
        if let expired = KnownFindings(self).expiredInWords { parts.append(expired) }
        parts += suspectsInWords
        if stateSurvived { parts.append("state survived") }
        let growth = failingGrowth.map(\.metric.words)
        if !growth.isEmpty { parts.append("growth of \(growth.joined(separator: ", "))") }
        return parts
    }

    /// The number of causes that may be leaks: `1 suspect`. Empty without any.
    var suspectsInWords: [String] {
        let suspects = causes.count { $0.verdict == .suspect }
        return suspects > 0 ? [counted(suspects, "suspect")] : []
    }

    /// The number of leaking and of accepted causes: `2 leaks, 1 known`, or a note that leaks were not watched.
    var leaksInWords: [String] {
        guard heap != nil || watch == .watched else { return ["leaks not watched"] }
        let leaks = counted(causes.count { $0.verdict == .leak }, "leak")
        return [leaks + (KnownFindings(self).inWords.map { ", \($0)" } ?? "")]
    }
}

extension Comparison {
    /// `true` if the reset is not slower than the relaunch.
    var isFaster: Bool { ratio >= 1 }

    /// The speed-up with its interval: `reset 7.4x faster than relaunch, 95 % CI 7.1-7.8 (20 pairs)`.
    fileprivate var verdict: String {
        "reset \(speedup) than relaunch, \(confidence ?? "no interval under 6 pairs") (\(counted(pairs, "pair")))"
    }

    /// The speed-up: `7.4x faster`, or `1.3x slower`.
    var speedup: String {
        "\(decimal(factor, like: factor))x \(isFaster ? "faster" : "slower")"
    }

    /// The interval in the direction of `speedup`, or `nil` without one: `95 % CI 7.1-7.8`.
    var confidence: String? {
        guard let interval, let ends else { return nil }
        return "\(fixed(interval.level * 100, digits: 0)) % CI \(ends)"
    }

    /// The ends of the interval in the direction of `speedup`, or `nil` without one: `7.1-7.8`.
    var ends: String? {
        guard let interval else { return nil }
        let ends = isFaster ? (interval.lower, interval.upper) : (1 / interval.upper, 1 / interval.lower)
        return "\(decimal(ends.0, like: factor))-\(decimal(ends.1, like: factor))"
    }

    /// The time saved or lost: `saves 61 s per 100 resets`, or `costs 12 s per 100 resets`.
    var saving: String { "\(saves ? "saves" : "costs") \(savedOrLost) per 100 resets" }

    /// `true` if resets take no more time than relaunches.
    var saves: Bool { savedSecondsPer100 >= 0 }

    /// The time that 100 resets save or cost: `61 s`.
    var savedOrLost: String {
        let seconds = abs(savedSecondsPer100)
        let digits = seconds >= 9.95 ? 0 : seconds >= 0.995 ? 1 : 2
        return "\(fixed(seconds, digits: digits)) s"
    }

    /// `true` if the interval contains 1, so that the faster arm is not known.
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

/// Returns a text as one line without control characters.
func oneLine(_ text: String) -> String {
    printable(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
}
