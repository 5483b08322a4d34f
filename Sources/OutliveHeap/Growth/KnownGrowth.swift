internal import OutliveModel

/// Growth of the runtime, Foundation, Dispatch or Outlive that is no leak: a cache that fills, or a pool.
///
/// It never stands for what mentions a type of the program.
public struct KnownGrowth: Hashable, Sendable {
    /// The types, as `HeapType.description` spells them: `*` stands for any characters, `?` for one.
    public var type: String
    /// A function that the stack must have, with the same wildcards; nil for any.
    public var function: String?
    /// A library's file name that the stack must have, with the same wildcards; nil for any.
    public var library: String?
    /// Why it grows.
    public var reason: String
    /// The versions that it was seen with.
    public var seen: String

    /// Every one that is known.
    public static let all: [KnownGrowth] = [
        KnownGrowth(
            type: "Swift.Task", function: "*Swift.Task<*>.sleep*",
            reason: "a sleep that was cancelled keeps its task until its time is over", seen: "Swift 6.3"),
        KnownGrowth(
            type: "closure *", function: "*Swift.Task<*>.sleep*",
            reason: "a sleep that was cancelled keeps its closure until its time is over", seen: "Swift 6.3"),
        KnownGrowth(
            type: "*", function: "*Outlive.ResetLog*",
            reason: "the reset host keeps the reports of the last 100 resets", seen: "Outlive 0.1"),
    ]
}
