internal import OutliveModel

extension Outcome {
    /// The outcome in a few words.
    var words: String {
        switch self {
        case .clean: "clean"
        case .notClean: "not clean"
        case .tooSlow: "slower than the gate"
        case .failed: "failed"
        case .usage: "wrong usage"
        case .interrupted: "interrupted"
        }
    }
}
