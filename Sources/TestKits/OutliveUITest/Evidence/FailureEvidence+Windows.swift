public import OutliveTesting

extension [any FailureEvidence] {
    /// The evidence of failed tests that use windows: a screenshot and the tree of elements.
    public static var ofWindows: Self { [Screenshot(), ElementTree()] }
}
