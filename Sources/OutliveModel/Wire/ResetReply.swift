/// What an application answers when a reset is over and it is ready again, or never will be.
public struct ResetReply: Codable, Hashable, Sendable {
    /// The number of the request answered.
    public var request: Int
    /// What was asked for.
    public var kind: ResetRequest.Kind
    /// The generation that the reset ended, counted from 1; the current one for a ping.
    public var endedGeneration: Int
    /// The phases that ran, in order, each timed.
    public var phases: [Phase]
    /// The steps that threw; empty after a good reset.
    public var failures: [StepFailure]
    /// Whether the application can be used now.
    public var usable: Bool
    /// Components of ended generations that the immediate sweep found alive.
    public var aliveAtSweep: Int
    /// Components registered in the new generation by the time it was ready.
    public var registered: Int

    /// Makes an answer.
    public init(
        request: Int, kind: ResetRequest.Kind = .reset, endedGeneration: Int, phases: [Phase] = [],
        failures: [StepFailure] = [], usable: Bool = true, aliveAtSweep: Int = 0, registered: Int = 0
    ) {
        self.request = request
        self.kind = kind
        self.endedGeneration = endedGeneration
        self.phases = phases
        self.failures = failures
        self.usable = usable
        self.aliveAtSweep = aliveAtSweep
        self.registered = registered
    }
}

/// A timed part of a reset: `quiesce`, `teardown`, `sweep` or `rebuild`, or a step within one.
public struct Phase: Codable, Hashable, Sendable {
    /// The phase's name, or `phase/step` for a step in it.
    public var name: String
    /// How long it took, in seconds.
    public var seconds: Double

    /// Makes a timed phase.
    public init(name: String, seconds: Double) {
        self.name = name
        self.seconds = seconds
    }
}

/// A step of a reset that threw.
public struct StepFailure: Codable, Hashable, Sendable {
    /// The phase and step: `teardown/store`.
    public var step: String
    /// The error, as text.
    public var message: String

    /// Makes a record of a step that threw.
    public init(step: String, message: String) {
        self.step = step
        self.message = message
    }
}
