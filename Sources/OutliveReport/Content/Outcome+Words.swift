internal import OutliveModel

extension Outcome {
    /// How the run ended, in a word or few.
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
