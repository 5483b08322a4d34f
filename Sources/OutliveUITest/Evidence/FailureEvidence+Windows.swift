public import OutliveTesting

extension [any FailureEvidence] {
    /// What a test that uses windows keeps when it fails: a screenshot, and the tree of elements.
    public static var ofWindows: Self { [Screenshot(), ElementTree()] }
}
