internal import OutliveModel

extension Report {
    /// The growth that no cause explains: `no leaking objects; memory grew 205 kB per cycle, unexplained`, or `nil`.
    var growthHeadline: String? {
        guard let growth = growthInWords else { return nil }
        let isWatched = heap != nil ? measuredHeapCycles : watch == .watched && measuredResets
        return isWatched && causes.isEmpty ? "no leaking objects; \(growth)" : growth
    }

    /// The metrics that grew without a cause: `memory grew 205 kB per cycle, unexplained`, or `nil` without any.
    var growthInWords: String? {
        let growth = unexplainedGrowth.map { "\($0.metric.noun) grew \($0.amountInWords) per cycle" }
        return growth.isEmpty ? nil : "\(growth.joined(separator: ", ")), unexplained"
    }
}

extension Slope {
    var amountInWords: String {
        // One thread in seven cycles must not round to 0 or 1.
        if metric.isCounted { return fixed(perCycle, digits: perCycle < 0.095 ? 2 : perCycle < 9.95 ? 1 : 0) }
        return metric.scale(fitting: perCycle, unicode: true).text(perCycle)
    }
}

extension Metric {
    fileprivate var noun: String { self == .residentBytes ? "memory" : words }

    fileprivate var isCounted: Bool { self != .residentBytes && self != .resetSeconds }
}
