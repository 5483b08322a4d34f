public import OutliveModel

/// A relaunch that nobody planned: a reset failed, came too late, or cannot carry what was asked for.
public struct Fallback: Hashable, Sendable, CustomStringConvertible {
    /// Why, with the end of what the application printed.
    public var reason: Failure
    /// What the failed reset and the relaunch cost together, in seconds; the reset alone where the relaunch failed too.
    public var seconds: Double

    /// Makes the record of a fallback.
    public init(reason: Failure, seconds: Double) {
        self.reason = reason
        self.seconds = seconds
    }

    /// One line for people.
    public var description: String { "relaunched instead of reset: \(reason.message)" }
}
