/// The limits of an inspection from outside.
package struct InspectionLimits: Hashable, Sendable {
    /// The longest pause of a process unless another one is given.
    package static let usualPause = Duration.seconds(2)

    /// The timeout of the inspection, at least a second.
    package var timeout: Duration
    /// The longest time for which the process is stopped, at least a millisecond.
    package var longestPause: Duration

    package init(timeout: Duration = .seconds(30), longestPause: Duration = usualPause) {
        (self.timeout, self.longestPause) = (timeout, longestPause)
    }

    var seconds: Int32 { Int32(clamping: max(1, timeout.components.seconds)) }

    var milliseconds: Int32 {
        let (seconds, attoseconds) = longestPause.components
        // A day is longer than any timeout of use, and far from an overflow.
        return Int32(max(1, min(seconds, 86_400) * 1000 + attoseconds / 1_000_000_000_000_000))
    }
}
