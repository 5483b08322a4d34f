/// What became of something from one report to the next.
public enum Change: String, Codable, Hashable, Sendable, CaseIterable {
    /// It was not there.
    case new
    /// It was there, and its verdict is a worse one now, or it was accepted and is not now.
    case worse
    /// It is as it was.
    case unchanged
    /// It is there, and its verdict was a worse one, or it is accepted now.
    case better
    /// It is not there any more.
    case fixed
    /// Only one of the runs looked, or the later one did not look to its end.
    case notCompared
}
