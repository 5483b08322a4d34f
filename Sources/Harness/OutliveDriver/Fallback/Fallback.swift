public import OutliveModel

/// An unplanned relaunch after a reset that failed, timed out or could not carry its input.
public struct Fallback: Hashable, Sendable, CustomStringConvertible {
    /// The failure of the reset, with the last output of the application.
    public var reason: HarnessFailure
    /// The seconds of the failed reset and the relaunch together; of the reset alone if the relaunch failed too.
    public var seconds: Double

    /// Creates the record of a fallback.
    public init(reason: HarnessFailure, seconds: Double) {
        self.reason = reason
        self.seconds = seconds
    }

    /// The fallback as one line.
    public var description: String { "relaunched instead of reset: \(reason.message)" }
}
