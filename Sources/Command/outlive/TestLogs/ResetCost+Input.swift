internal import OutliveBenchmark
internal import OutliveModel

extension ResetCost {
    /// Reads the cost of a reset from a stored report of `outlive bench`.
    ///
    /// - Throws: `Failure` of one line if the report cannot be read or has no measured reset.
    init(from input: ReportInput) throws(Failure) {
        let report = try input.read()
        guard let comparison = report.comparison else {
            throw Failure(
                .harness,
                "\(input.path) has \(report.shards.isEmpty ? "no comparison" : "a comparison for each run, as it was merged"): "
                    + "name the JSON report of one run of outlive bench, or give --reset-cost"
            )
        }
        let resets = report.samples.filter { $0.arm == .reset && $0.pair != nil && !$0.warmup }.map(\.seconds)
        self.init(seconds: comparison.reset.median, interval: medianInterval(of: resets))
    }
}
