internal import OutliveModel

extension Report {
    /// The growth and the missed gate, separately for each merged run, as figures of machines are never mixed.
    var sarifMeasured: [SARIFResult] {
        guard shards.isEmpty else {
            return shards.flatMap { shard in
                let run = MeasuredRun(
                    shard: shard.id, place: " on \(shard.machine.inWords)", round: shard.plan.round)
                return shard.failingGrowth.map { run.growth($0) }
                    + (shard.missesGate ? [run.gate(shard.plan, shard.comparison)] : [])
            }
        }
        let run = MeasuredRun(shard: nil, place: "", round: plan.round)
        let rows = SoakTable(self).rows
        return failingGrowth.map { slope in run.growth(slope, rows.first { $0.slope == slope }?.sentence) }
            + (missesGate && comparison != nil ? [run.gate(plan, comparison)] : [])
    }
}

private struct MeasuredRun {
    /// The id of a merged run, or `nil` for a single run.
    let shard: String?
    /// The machine as part of a message, or empty for a single run.
    let place: String
    /// The noun of a round: see `Plan.round`.
    let round: String

    func growth(_ slope: Slope, _ sentence: String? = nil) -> SARIFResult {
        let scale = slope.metric.scale(fitting: slope.perCycle, unicode: true)
        let words = sentence ?? "\(scale.text(slope.perCycle, signed: true)) per \(round)"
        let cycles = counted(slope.cycles, round)
        return result(.growth(slope.metric), "Over \(cycles)\(place), \(slope.metric.words) grows: \(words).")
    }

    func gate(_ plan: Plan, _ comparison: Comparison?) -> SARIFResult {
        let least = plan.minimumSpeedup.map { "\(decimal($0))x" } ?? ""
        let reached =
            comparison.map { "it is \($0.speedup), \($0.confidence ?? "no interval under 6 pairs")" }
            ?? "nothing was compared"
        return result(.gate, "The reset\(place) must be \(least) faster than a relaunch: \(reached).")
    }

    private func result(_ rule: SARIFRule, _ text: String) -> SARIFResult {
        SARIFResult(
            rule, level: .error, message: SARIFMessage(text: sarifText(text)), location: .at(nil),
            fingerprint: fingerprint(of: [rule.id] + (shard.map { [$0] } ?? [])))
    }
}
