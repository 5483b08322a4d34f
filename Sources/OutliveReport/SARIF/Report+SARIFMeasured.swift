internal import OutliveModel

/// What one run measured, whether it is the whole report or one of those that it was merged from.
struct SARIFMeasured {
    /// `Shard.id`; nil of a single run.
    var shard: String?
    /// Where it ran, as a message says it; empty of a single run.
    var place: String
    var plan: Plan
    var comparison: Comparison?
    var slopes: [Slope]
    /// The sentences of the soak's table, where there still is one.
    var sentences: [Metric: String]

    /// What had to be flat and grew, a result for each metric.
    var growth: [SARIFResult] {
        guard plan.growth == .fail else { return [] }
        return slopes.filter(\.grows).map { slope in
            let scale = slope.metric.scale(fitting: slope.perCycle, unicode: true)
            let words = sentences[slope.metric] ?? "\(scale.text(slope.perCycle, signed: true)) per reset"
            return result(
                .growth(slope.metric),
                "Over \(counted(slope.cycles, "reset"))\(place), \(slope.metric.words) grows: \(words).")
        }
    }

    /// Whether the reset is fast enough.
    var gate: [SARIFResult] {
        guard let gate = plan.minimumSpeedup else { return [] }
        if let lower = comparison?.interval?.lower, lower >= gate { return [] }
        let reached = comparison.map { "it is \($0.speedup), \($0.confidence ?? "no interval under 6 pairs")" }
        return [
            result(
                .gate,
                "The reset\(place) must be \(decimal(gate))x faster than a relaunch: \(reached ?? "nothing was measured")."
            )
        ]
    }

    private func result(_ rule: SARIFRule, _ text: String) -> SARIFResult {
        SARIFResult(
            rule, level: .error, message: SARIFMessage(text: text), location: .at(nil),
            fingerprint: fingerprint(of: [rule.id] + (shard.map { [$0] } ?? [])))
    }
}

extension Report {
    /// What was measured, by runs: figures of machines are never mixed.
    var sarifMeasured: [SARIFMeasured] {
        guard shards.isEmpty else {
            return shards.map {
                SARIFMeasured(
                    shard: $0.id, place: " on \($0.machine.inWords)", plan: $0.plan, comparison: $0.comparison,
                    slopes: $0.slopes, sentences: [:])
            }
        }
        let rows = SoakTable(self).rows.map { ($0.slope.metric, $0.sentence) }
        return [
            SARIFMeasured(
                place: "", plan: plan, comparison: comparison, slopes: slopes,
                sentences: Dictionary(rows) { first, _ in first })
        ]
    }
}
