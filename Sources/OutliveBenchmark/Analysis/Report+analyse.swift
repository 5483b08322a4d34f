public import OutliveModel

extension Report {
    /// Works out every figure that follows from the raw measurements alone: outlier flags, comparison, ping, slopes.
    ///
    /// A report read back from its JSON form can be analysed again; the outcome is the same.
    public mutating func analyse() {
        flagOutliers()
        comparison = Comparison(of: samples, seed: plan.seed)
        ping = summary(of: samples.filter { $0.arm == .ping && !$0.warmup }.map(\.seconds))
        slopes = OutliveBenchmark.slopes(of: soak, warmup: plan.warmup)
    }

    /// Flags what lies far from the rest of its arm; warm-up is not judged.
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
    /// How many of the first cycles of the soak are warm-up: as many as of the pairs, and at least a fifth.
    var soakWarmup: Int { max(warmup, soak / 5) }
}
