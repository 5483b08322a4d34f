package import OutliveModel

extension Report {
    /// Derives every figure from the raw measurements: outlier flags, comparison, ping and slopes.
    ///
    /// The analysis of a report that was decoded from JSON gives the same result.
    package mutating func analyse() {
        flagOutliers()
        comparison = Comparison(of: samples, seed: plan.seed)
        ping = summary(of: samples.filter { $0.arm == .ping && !$0.warmup }.map(\.seconds))
        slopes = OutliveBenchmark.slopes(of: soak, warmup: plan.warmup)
    }

    private mutating func flagOutliers() {
        for place in samples.indices { samples[place].outlier = false }
        for arm in Arm.allCases {
            let places = samples.indices.filter { samples[$0].arm == arm && !samples[$0].warmup }
            for (place, flag) in zip(places, outliers(in: places.map { samples[$0].seconds })) {
                samples[place].outlier = flag
            }
        }
    }
}

extension Plan {
    /// The number of warm-up cycles of the soak: as many as for the pairs, but at least a fifth of the soak.
    var soakWarmup: Int { max(warmup, soak / 5) }
}

extension Comparison {
    /// Compares the arms by their complete, measured pairs, without the warm-up.
    ///
    /// - Returns: `nil` if no pair is complete, no reset of a pair succeeded, or the median reset took no time.
    init?(of samples: [Sample], seed: UInt64) {
        let measured = samples.filter { !$0.warmup && $0.pair != nil }
        let resets = Dictionary(
            measured.filter { $0.arm == .reset }.map { ($0.pair, $0) }, uniquingKeysWith: { first, _ in first })
        let pairs = measured.filter { $0.arm == .launch }.compactMap { launch in
            resets[launch.pair].map { (launch: launch, reset: $0) }
        }
        // Without a success, these are only times of failures and relaunches.
        guard pairs.contains(where: { !$0.reset.fellBack }) else { return nil }
        guard let launch = summary(of: pairs.map(\.launch.seconds)),
            let reset = summary(of: pairs.map(\.reset.seconds)),
            let stop = summary(of: pairs.map { $0.launch.stopSeconds ?? 0 }),
            let start = summary(of: pairs.map { $0.launch.startSeconds ?? 0 }), reset.median > 0
        else { return nil }
        // Inverted, because the seed itself determines the order of the samples.
        var generator = SplitMix64(seed: ~seed)
        let interval = ratioInterval(
            of: pairs.map { TimePair(launch: $0.launch.seconds, reset: $0.reset.seconds) }, using: &generator)
        self.init(
            pairs: pairs.count, launch: launch, launchStop: stop, launchStart: start, reset: reset,
            ratio: launch.median / reset.median, interval: interval)
    }
}
