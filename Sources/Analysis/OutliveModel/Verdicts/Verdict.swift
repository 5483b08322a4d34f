/// A judgement on components that outlived a reset.
package enum Verdict: String, Codable, Hashable, Sendable, CaseIterable {
    /// The number of objects grew in at least three measured cycles, in a long run to its end, and never fell back.
    case leak
    /// Objects survived, but too few cycles were measured to distinguish growth from a bounded store.
    case suspect
    /// The number of objects grew, but as in a store or pool that has a bound and is not full: probably no leak.
    case filling
    /// Objects survive in bounded number, as in a cache or a current session.
    case retained
    /// The objects were released during settling by queued work, so they are no leak.
    case late
    /// The components are declared to live as long as the process, or the growth is by design of a library.
    case expected
}
