internal import OutliveModel

extension HolderGroup {
    /// The holder and its reference, or the end of the path if there is no root.
    var name: String {
        switch end {
        case .cycle: "a cycle that nothing else holds"
        case .unheld: "no holder found"
        case .path, nil: step.name + (step.edge ?? "")
        }
    }
}
