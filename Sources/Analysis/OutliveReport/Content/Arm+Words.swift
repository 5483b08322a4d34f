internal import OutliveModel
internal import OutliveSupport

extension Arm {
    /// The name in a report, which for the arms of one trigger is `relaunch` and `reset`.
    var words: String { self == .launch ? "relaunch" : oneLine(rawValue) }

    /// The name in a sentence: `a relaunch`, `a reset`, or the name that was given.
    var noun: String { self == .launch || self == .reset ? "a \(words)" : words }
}

extension ArmRatio {
    /// `true` if the arm is not slower than its base by the medians.
    private var isFaster: Bool { ratio >= 1 }
    /// The speed-up: `7.4x faster`, `1.3x slower`, or that neither is known.
    var speedup: String {
        isUnclear
            ? "not clearly faster or slower" : "\(decimal(factor, like: factor))x \(isFaster ? "faster" : "slower")"
    }
    /// The speed-up with its base: `7.4x faster than relaunch`.
    var fullSpeedup: String { "\(speedup) than \(base.words)" }

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
        let ends = isFaster || isUnclear ? (interval.lower, interval.upper) : (1 / interval.upper, 1 / interval.lower)
        return "\(decimal(ends.0, like: factor))-\(decimal(ends.1, like: factor))"
    }

    /// `true` if the interval contains 1, or there is none: the medians alone are no evidence.
    var isUnclear: Bool { faster == nil }
    /// The tone of the ratio, apart from the gate.
    var tone: Tone { isUnclear ? .plain : isFaster ? .good : .bad }
    private var factor: Double { isFaster ? ratio : 1 / ratio }
}

extension Comparison: CustomStringConvertible {
    /// The speed-ups over the reference: `reset 7.4x faster than relaunch, 95 % CI 7.1-7.8 (20 pairs)`.
    package var description: String {
        toReference.map { "\($0.arm.words) \($0.fullSpeedup), \($0.confidenceOrNone)" }.joined(separator: "; ")
            + " (\(amount))"
    }

    /// The number of pairs, or of blocks of more than two arms: `20 pairs`.
    var amount: String { counted(pairs, arms.count == 2 ? "pair" : "block") }

    /// `true` if there are more arms than two, whose intervals hold together.
    var hasFamily: Bool { ratios.count > 1 }

    /// The basis of the intervals of several ratios, or `nil` for one ratio.
    var familyNote: String? {
        guard hasFamily, ratios.contains(where: { $0.interval != nil }) else { return nil }
        return "the intervals of all \(ratios.count) pairs of arms hold together at 95 %, from \(amount)"
    }

    /// The comparison in a heading: `reset is 7.4x faster than relaunch`, `3 arms: truncate is 9.1x faster than ...`.
    var headline: String? {
        guard !ratios.isEmpty else { return nil }
        guard hasFamily else { return leading.map { "\($0.arm.words) is \($0.fullSpeedup)".capitalizedFirst } }
        let words =
            leading.map { "\($0.arm.words) is \($0.fullSpeedup)" }
            ?? fastest.map { "\($0.words) is the fastest" } ?? "none is clearly the fastest"
        return "\(arms.count) arms: \(words)"
    }

    /// The ratio by which time is saved or lost, or `nil` if that is not known.
    private var clearLeading: ArmRatio? { leading.flatMap { $0.isUnclear ? nil : $0 } }

    /// The time that the fastest arm saves or costs: `saves 61 s per 100 resets`; several arms have their names.
    var saving: String? {
        clearLeading.map { ratio in
            "\(hasFamily ? "\(ratio.arm.words) " : "")\(saves ? "saves" : "costs") \(savedOrLost) per 100 resets"
        }
    }

    /// The saving in a sentence: `a reset instead of a relaunch saves 61 s per 100 resets`.
    var savingSentence: String? {
        clearLeading.map { ratio in
            "\(ratio.arm.noun) instead of \(ratio.base.noun) \(saves ? "saves" : "costs") \(savedOrLost) per 100 resets"
        }
    }

    var saves: Bool { saved >= 0 }
    private var saved: Double { leading.map(savedSecondsPer100) ?? 0 }

    /// The time that 100 resets by the fastest arm save or cost: `61 s`.
    var savedOrLost: String {
        let seconds = abs(saved)
        return "\(fixed(seconds, digits: seconds >= 9.95 ? 0 : seconds >= 0.995 ? 1 : 2)) s"
    }
}

extension SpeedGate {
    /// The limit and the result: `gate: the interval's lower end must reach 1.5x: passed`.
    ///
    /// - Parameter isOneOfSeveral: `true` to name the arm.
    func description(isOneOfSeveral: Bool) -> String {
        let end = ratio?.interval == nil ? "the interval" : "the interval's lower end"
        let name = isOneOfSeveral ? "gate of \(arm.words)" : "gate"
        return "\(name): \(end) must reach \(decimal(minimum))x: \(isMissed ? "missed" : "passed")"
    }
}

extension Shard {
    /// The gates, each with its limit and result.
    var gateDescriptions: [(text: String, isMissed: Bool)] {
        gates.map { ($0.description(isOneOfSeveral: plan.comparedArms.count > 2), $0.isMissed) }
    }

    /// The missed gates in a few words: `under the gate of 1.5x`, `truncate under the gate of 5.0x`.
    var gateComplaint: String {
        missedGates.map { gate in
            (plan.comparedArms.count > 2 ? "\(gate.arm.words) " : "") + "under the gate of \(decimal(gate.minimum))x"
        }.joined(separator: ", ")
    }
}

/// Returns names as a list: `relaunch and reset`, `relaunch, template and truncate`.
func listed(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
}

/// Returns a ratio with enough decimals to distinguish it from 1.
///
/// - Parameter other: The ratio whose size sets the number of decimals, by default the ratio itself.
func decimal(_ ratio: Double, like other: Double? = nil) -> String {
    let size = other ?? ratio
    return fixed(ratio, digits: size < 1.1 ? 2 : size < 99.95 ? 1 : 0)
}
