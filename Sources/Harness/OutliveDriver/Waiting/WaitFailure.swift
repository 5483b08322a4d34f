/// A wait whose condition did not come true in time.
public struct WaitFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the condition.
    public let awaited: String
    /// The last state that a check returned, or `nil` if none did.
    public let lastSeen: String?
    /// The error of the last check, thrown or reported, or `nil` if there was none.
    public let lastError: String?
    /// The duration of the wait.
    public let waited: Duration
    /// The number of checks, at least 1.
    public let looks: Int
    /// The `#fileID` of the wait: `Module/File.swift`.
    public let fileID: String
    /// The line of the wait, counted from 1.
    public let line: Int

    /// The failure as one line.
    public var description: String {
        var text = "timed out after \(waited) waiting for \(awaited) (\(looks) check\(looks == 1 ? "" : "s")): "
        switch (lastSeen, lastError) {
        case (let seen?, let error?): text += "last seen \(seen), and the last check failed: \(error)"
        case (let seen?, nil): text += "last seen \(seen)"
        case (nil, let error?): text += "the last check failed: \(error)"
        case (nil, nil): text += "no value was read"
        }
        return "\(text) (\(fileID):\(line))"
    }
}
