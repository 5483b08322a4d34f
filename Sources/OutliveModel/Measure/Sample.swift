/// One of the things that are measured.
public enum Arm: String, Codable, Hashable, Sendable, CaseIterable {
    /// Stop the application and start it again.
    case launch
    /// Reset the running application in place.
    case reset
    /// A request that does nothing: the cost of the transport.
    case ping
    /// Many resets in a row without a relaunch.
    case soak
}

/// One raw measurement; nothing measured is ever dropped.
public struct Sample: Codable, Hashable, Sendable {
    /// What was measured.
    public var arm: Arm
    /// The position in the order of all samples of the run, from 0.
    public var order: Int
    /// The number of the pair, from 0, where the sample belongs to one.
    public var pair: Int?
    /// Whether it was taken before measuring began and is left out of every estimate.
    public var warmup: Bool
    /// From the request to ready, in seconds; of a launch, stop and start together.
    public var seconds: Double
    /// Of a launch: from the request to stop until the old process was gone, in seconds.
    public var stopSeconds: Double?
    /// Of a launch: from the start of the new process until it was ready, in seconds.
    public var startSeconds: Double?
    /// Whether a reset failed and its sample is the cost of the failed reset and the relaunch that followed.
    public var fellBack: Bool
    /// Whether it lies further from its arm's median than 3 scaled median absolute deviations.
    public var outlier: Bool

    /// Makes a raw measurement.
    public init(
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
