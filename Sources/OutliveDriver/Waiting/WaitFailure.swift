/// What was waited for did not come in time.
public struct WaitFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was waited for.
    public let awaited: String
    /// What the last look saw that saw anything; nil when none did.
    public let lastSeen: String?
    /// What the last look threw, or met while it saw something; nil when there was no such thing.
    public let lastError: String?
    /// How long it was waited for.
    public let waited: Duration
    /// How often it was looked at, at least once.
    public let looks: Int
    /// The compiler's `#fileID` of the wait: `Module/File.swift`.
    public let fileID: String
    /// The line of the wait, counted from 1.
    public let line: Int

    /// All of it in one line.
    public var description: String {
        var text = "waited \(waited) for \(awaited), in \(looks) look\(looks == 1 ? "" : "s"): "
        switch (lastSeen, lastError) {
        case (let seen?, let error?): text += "last seen \(seen), and the last look failed: \(error)"
        case (let seen?, nil): text += "last seen \(seen)"
        case (nil, let error?): text += "the last look failed: \(error)"
        case (nil, nil): text += "nothing was seen"
        }
        return "\(text) (\(fileID):\(line))"
    }
}
