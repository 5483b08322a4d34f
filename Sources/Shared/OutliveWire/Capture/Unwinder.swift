/// A way to capture the calling thread's stack.
public enum Unwinder: String, Codable, Hashable, Sendable {
    /// libunwind's `unw_backtrace`, loaded at run time.
    case libunwind
    /// `backtrace(3)` of Apple's platforms.
    case backtrace
    /// A walk along frame pointers; it misses callers that were built without them.
    case framePointer
}
