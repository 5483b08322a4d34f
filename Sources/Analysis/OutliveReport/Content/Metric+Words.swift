internal import OutliveModel

extension Metric {
    /// The name of the metric in a report.
    var words: String {
        switch self {
        case .resetSeconds: "reset time"
        case .residentBytes: "resident memory"
        case .liveComponents: "live components"
        case .threads: "threads"
        case .descriptors: "descriptors"
        }
    }

    /// Returns the scale that fits a value of this metric.
    func scale(fitting value: Double, unicode: Bool) -> Scale {
        switch self {
        case .resetSeconds: .seconds(value, unicode: unicode)
        case .residentBytes: .bytes(value)
        case .liveComponents, .threads, .descriptors: .count
        }
    }
}
