/// An operation that is measured.
package enum Arm: String, Codable, Hashable, Sendable, CaseIterable {
    /// A relaunch: stop and start.
    case launch
    /// A reset of the running application in place.
    case reset
    /// A request that does nothing, to measure the cost of the transport.
    case ping
    /// A series of resets without a relaunch.
    case soak
}

/// A raw measurement; no measurement is ever dropped.
package struct Sample: Codable, Hashable, Sendable {
    /// The operation that was measured.
    package var arm: Arm
    /// The position among all samples of the run, from 0.
    package var order: Int
    /// The number of the pair, from 0, if the sample belongs to one.
    package var pair: Int?
    /// `true` if it belongs to the warm-up and is left out of every estimate.
    package var warmup: Bool
    /// The time from the request to ready, in seconds; for a launch, stop and start together.
    package var seconds: Double
    /// For a launch, the time from the stop request to the end of the old process, in seconds.
    package var stopSeconds: Double?
    /// For a launch, the time from the start of the new process until it was ready, in seconds.
    package var startSeconds: Double?
    /// `true` if the reset failed, and the sample is the cost of the failed reset and of the relaunch.
    package var fellBack: Bool
    /// `true` if it lies more than 3 scaled median absolute deviations from the median of its arm.
    package var outlier: Bool

    /// Creates a raw measurement.
    package init(
        arm: Arm, order: Int, pair: Int? = nil, warmup: Bool = false, seconds: Double, stopSeconds: Double? = nil,
        startSeconds: Double? = nil, fellBack: Bool = false, outlier: Bool = false
    ) {
        self.arm = arm
        self.order = order
        self.pair = pair
        self.warmup = warmup
        self.seconds = seconds
        self.stopSeconds = stopSeconds
        self.startSeconds = startSeconds
        self.fellBack = fellBack
        self.outlier = outlier
    }
}
