internal import OutliveModel

extension HelperCommand {
    /// The subject of an error message.
    var purpose: String {
        switch self {
        case .work: "the work"
        case .probe: "the probe"
        case .reset: "the reset command"
        case .tool: "the program"
        }
    }
}
