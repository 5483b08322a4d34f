#if canImport(XCUIAutomation)
/// A failure to use an element.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public struct ElementError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A one-line description: what happened, to what, and what to do.
    public let description: String

    init(_ description: String) {
        self.description = description.replacing("\n", with: " ")
    }
}
#endif
