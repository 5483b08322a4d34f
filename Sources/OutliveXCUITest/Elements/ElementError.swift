#if canImport(XCUIAutomation)
/// Why an element cannot be used as a test wants.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public struct ElementError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened, to what, and what to do, in one line.
    public let description: String

    init(_ description: String) {
        self.description = description.replacing("\n", with: " ")
    }
}
#endif
