#if canImport(XCUIAutomation)
/// What was waited for did not come in time.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public struct WaitFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was waited for.
    public let awaited: String
    /// What the last look saw; nil when there was nothing to look at.
    public let lastSeen: String?
    /// For how long.
    public let waited: Duration
    /// How often it was looked at, at least once.
    public let looks: Int
    /// The compiler's `#fileID` of the wait: `Module/File.swift`.
    public let fileID: String
    /// The line of the wait, counted from 1.
    public let line: Int

    /// All of it in one line.
    public var description: String {
        let seen = lastSeen.map { "last seen \($0)" } ?? "it was not there at the last look"
        return "waited \(waited) for \(awaited), in \(looks) look\(looks == 1 ? "" : "s"): \(seen) (\(fileID):\(line))"
    }
}
#endif
