internal import OutliveModel

extension Metric {
    /// What people call it.
    var words: String {
        switch self {
        case .resetSeconds: "reset time"
        case .residentBytes: "resident memory"
        case .liveComponents: "live components"
        case .threads: "threads"
        case .descriptors: "descriptors"
        }
    }

    /// The scale that fits values of this size.
    func scale(fitting value: Double, unicode: Bool) -> Scale {
        switch self {
        case .resetSeconds: .seconds(value, unicode: unicode)
        case .residentBytes: .bytes(value)
        case .liveComponents, .threads, .descriptors: .count
        }
    }
}
