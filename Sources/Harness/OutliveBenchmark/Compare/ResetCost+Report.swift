package import OutliveModel

extension ResetCost {
    /// Returns the cost of a reset by the arm that a run compares first, or `nil` if it compares none.
    package init?(of report: Report) {
        guard let arm = report.comparison?.leading?.arm, let times = report.comparison?.times(of: arm) else {
            return nil
        }
        let resets = report.samples.filter { $0.arm == arm && $0.pair != nil && !$0.warmup }.map(\.seconds)
        self.init(seconds: times.total.median, interval: medianInterval(of: resets))
    }
}
