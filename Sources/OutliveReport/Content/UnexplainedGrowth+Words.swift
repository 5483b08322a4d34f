internal import OutliveModel

extension Report {
    /// `no leaking objects; memory grew 205 kB per cycle, unexplained`; nil if causes explain all growth.
    var growthHeadline: String? {
        guard let growth = growthInWords else { return nil }
        let isWatched = heap != nil ? measuredHeapCycles : watch == .watched && measuredResets
        return isWatched && causes.isEmpty ? "no leaking objects; \(growth)" : growth
    }

    /// `memory grew 205 kB per cycle, unexplained`; nil if causes explain all growth.
    var growthInWords: String? {
        let growth = unexplainedGrowth.map { "\($0.metric.noun) grew \($0.amountInWords) per cycle" }
        return growth.isEmpty ? nil : "\(growth.joined(separator: ", ")), unexplained"
    }
}

extension Slope {
    /// `205 kB`, the change per cycle.
    var amountInWords: String {
        // A thread in seven cycles is neither none nor one.
        if metric.isCounted { return fixed(perCycle, digits: perCycle < 0.095 ? 2 : perCycle < 9.95 ? 1 : 0) }
        return metric.scale(fitting: perCycle, unicode: true).text(perCycle)
    }
}

extension Metric {
    /// What grows, in a sentence.
    fileprivate var noun: String { self == .residentBytes ? "memory" : words }

    /// Whether it is a number of things.
    fileprivate var isCounted: Bool { self != .residentBytes && self != .resetSeconds }
}
