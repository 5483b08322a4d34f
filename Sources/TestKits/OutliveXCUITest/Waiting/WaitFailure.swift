#if canImport(XCUIAutomation)
/// A condition that was not met in time.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public struct WaitFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The awaited condition.
    public let awaited: String
    /// The last value, or `nil` if it could not be read.
    public let lastSeen: String?
    /// The time waited.
    public let waited: Duration
    /// The number of checks, at least 1.
    public let looks: Int
    /// The compiler's `#fileID` of the wait: `Module/File.swift`.
    public let fileID: String
    /// The line of the wait, counted from 1.
    public let line: Int

    /// The condition, the last value and the location in one line.
    public var description: String {
        let seen = lastSeen.map { "last seen \($0)" } ?? "it was not there at the last look"
        return "waited \(waited) for \(awaited), in \(looks) look\(looks == 1 ? "" : "s"): \(seen) (\(fileID):\(line))"
    }
}
#endif
