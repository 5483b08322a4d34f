internal import OutliveModel

/// Growth of the runtime, Foundation or Dispatch that is no leak: a cache that fills, or a pool.
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
    public static let all: [KnownGrowth] =
        [
            // With its closures, and the storage of its dictionaries.
            KnownGrowth(type: "*Observation.ObservationTracking*", reason: observation, seen: seen),
            KnownGrowth(
                type: "Swift._SetStorage<Swift.AnyKeyPath>", function: "*Observation.ObservationTracking*",
                reason: observation, seen: seen),
            KnownGrowth(type: "Swift.Task", function: "*Swift.Task<*>.sleep(*", reason: sleep, seen: seen),
            KnownGrowth(type: "closure (*)", function: "*Swift.Task<*>.sleep(*", reason: sleep, seen: seen),
            KnownGrowth(type: "Foundation.Timer", reason: timer, seen: seen),
            KnownGrowth(
                type: "Foundation.__NSCFType", function: "*CFRunLoopTimerCreate*", reason: timer, seen: seen),
            KnownGrowth(
                type: "Foundation._NSCFSet", function: "*CFRunLoopTimerCreate*", reason: timer, seen: seen),
            KnownGrowth(
                type: "Foundation.__NSCFType", function: "*Foundation.NSAttributedString*", reason: text, seen: seen),
            KnownGrowth(
                type: "Foundation.NSDictionary", function: "*Foundation.NSAttributedString*", reason: text, seen: seen),
            KnownGrowth(
                type: "closure *", function: "*FoundationEssentials.NotificationCenter*", reason: notification,
                seen: seen),
            KnownGrowth(
                type: "*FoundationEssentials.NotificationCenter._NSNotificationObserverToken", reason: notification,
                seen: seen),
        ]

    private static let observation =
        "Observation keeps what observes a property until that changes or its object goes; what its closure holds "
        + "strongly is listed by itself"
    private static let sleep = "a task that was cancelled in its sleep is there until the time of the sleep is over"
    private static let timer =
        "Foundation on Linux does not let go of a timer that was in a run loop, also when it is invalidated"
    private static let text = "Foundation on Linux does not let go of the attributes of an attributed string"
    private static let notification =
        "a notification centre keeps an observer until it is removed; what its block holds strongly is listed by itself"
    private static let seen = "Swift 6.3.1, Linux"
}
