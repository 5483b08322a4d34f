/// What is said of components that outlived a reset.
public enum Verdict: String, Codable, Hashable, Sendable, CaseIterable {
    /// Their number grew in at least three measured cycles and never fell back: fix it.
    case leak
    /// Something survived, but too few cycles were measured to tell growth from a bounded store.
    case suspect
    /// Something survives, and its number is bounded: a cache, the current session.
    case retained
    /// They went away while settling: released by queued work, not leaked.
    case late
    /// They are declared to live as long as the process, with a reason.
    case expected
}
