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

    /// Flags the outliers of each arm; warm-up is not judged.
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
    /// The number of warm-up cycles of the soak: that of the pairs, and at least a fifth.
    var soakWarmup: Int { max(warmup, soak / 5) }
}
