extension Comparison {
    private enum Key: String, CodingKey {
        case pairs, arms, ratios
        case launch, launchStop, launchStart, reset, ratio, interval
    }

    /// Creates the comparison of a relaunch with one reset.
    package init(
        pairs: Int, launch: Summary, launchStop: Summary, launchStart: Summary, reset: Summary, ratio: Double,
        interval: Interval?
    ) {
        self.init(
            pairs: pairs,
            arms: [
                ArmTimes(arm: .launch, total: launch, stop: launchStop, start: launchStart),
                ArmTimes(arm: .reset, total: reset),
            ], ratios: [ArmRatio(base: .launch, arm: .reset, ratio: ratio, interval: interval)])
    }
}

// A relaunch and one reset keep the keys of format 1, so that older readers understand them and digests stay equal.
extension Comparison: Codable {
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let pairs = try fields.decode(Int.self, forKey: .pairs)
        func summary(_ key: Key) throws -> Summary { try fields.decode(Summary.self, forKey: key) }
        if let arms = try fields.decodeIfPresent([ArmTimes].self, forKey: .arms) {
            self.init(pairs: pairs, arms: arms, ratios: try fields.decode([ArmRatio].self, forKey: .ratios))
        } else {
            let ratio = try fields.decodeIfPresent(Double.self, forKey: .ratio)
            let whole = Comparison(
                pairs: pairs, launch: try summary(.launch), launchStop: try summary(.launchStop),
                launchStart: try summary(.launchStart), reset: try summary(.reset), ratio: ratio ?? 1,
                interval: try fields.decodeIfPresent(Interval.self, forKey: .interval))
            self = ratio == nil ? whole.withoutRatios : whole
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(pairs, forKey: .pairs)
        guard arms.map(\.arm) == [.launch, .reset], let stop = arms[0].stop, let start = arms[0].start,
            ratios.count <= 1
        else {
            try fields.encode(arms, forKey: .arms)
            return try fields.encode(ratios, forKey: .ratios)
        }
        try fields.encode(arms[0].total, forKey: .launch)
        try fields.encode(stop, forKey: .launchStop)
        try fields.encode(start, forKey: .launchStart)
        try fields.encode(arms[1].total, forKey: .reset)
        try fields.encodeIfPresent(ratios.first?.ratio, forKey: .ratio)
        try fields.encodeIfPresent(ratios.first?.interval, forKey: .interval)
    }
}
