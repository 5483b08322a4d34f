package import OutliveModel

extension Report {
    /// Derives every figure from the raw measurements: outlier flags, comparison, ping and slopes.
    ///
    /// The analysis of a report that was decoded from JSON gives the same result.
    package mutating func analyse() {
        flagOutliers()
        comparison = Comparison(of: samples, plan: plan)
        ping = summary(of: samples.filter { $0.arm == .ping && !$0.warmup }.map(\.seconds))
        slopes = plan.growth == .off ? [] : OutliveBenchmark.slopes(of: soak, warmup: plan.warmup)
    }

    private mutating func flagOutliers() {
        for index in samples.indices { samples[index].outlier = false }
        for arm in Set(samples.map(\.arm)) {
            let indices = samples.indices.filter { samples[$0].arm == arm && !samples[$0].warmup }
            for (index, flag) in zip(indices, outliers(in: indices.map { samples[$0].seconds })) {
                samples[index].outlier = flag
            }
        }
    }
}

extension Plan {
    /// The number of warm-up cycles of the soak: as many as for the pairs, but at least a fifth of the soak.
    var soakWarmup: Int { max(warmup, soak / 5) }
}

extension Comparison {
    /// Compares the arms of a plan by their complete, measured blocks, without the warm-up.
    ///
    /// An arm whose samples are all failed resets is left out: these are only times of failures and relaunches.
    ///
    /// - Returns: `nil` if no block is complete, or fewer than two arms are left.
    init?(of samples: [Sample], plan: Plan) {
        let measured = samples.filter { !$0.warmup && $0.pair != nil }
        let byArm = Dictionary(grouping: measured, by: \.arm).mapValues { samples in
            Dictionary(samples.map { ($0.pair, $0) }, uniquingKeysWith: { first, _ in first })
        }
        let names = plan.comparedArms.map(\.name)
        let blocks = Set(byArm[names.first ?? .launch]?.keys.compactMap(\.self) ?? []).sorted().filter { block in
            names.allSatisfy { byArm[$0]?[block] != nil }
        }
        let arms = names.compactMap { name -> ArmTimes? in
            let samples = blocks.compactMap { byArm[name]?[$0] }
            guard samples.contains(where: { !$0.fellBack }), let total = summary(of: samples.map(\.seconds)),
                total.median > 0 || name == plan.referenceArm
            else { return nil }
            return ArmTimes(
                arm: name, total: total, stop: summary(of: samples.compactMap(\.stopSeconds)),
                start: summary(of: samples.compactMap(\.startSeconds)))
        }
        guard arms.count > 1, let base = arms.first(where: { $0.arm == plan.referenceArm }) ?? arms.first else {
            return nil
        }
        let others = arms.indices.filter { arms[$0].arm != base.arm }
        let reference = arms.firstIndex(of: base) ?? 0
        let pairs =
            others.map { (above: reference, below: $0) }
            + others.flatMap { above in others.filter { $0 > above }.map { (above: above, below: $0) } }
        // Inverted, because the seed itself determines the order of the samples.
        var generator = SplitMix64(seed: ~plan.seed)
        let intervals = blockRatioIntervals(
            of: arms.map { arm in blocks.compactMap { byArm[arm.arm]?[$0]?.seconds } }, ratios: pairs,
            using: &generator)
        let ratios = zip(pairs, intervals).map { pair, interval in
            ArmRatio(
                base: arms[pair.above].arm, arm: arms[pair.below].arm,
                ratio: arms[pair.above].total.median / arms[pair.below].total.median, interval: interval)
        }
        self.init(pairs: blocks.count, arms: arms, ratios: ratios)
    }
}
