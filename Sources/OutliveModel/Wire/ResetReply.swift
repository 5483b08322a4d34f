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
    /// What the immediate sweep found alive, by key, the most first, 200 keys at most.
    public var alive: [AliveComponent]
    /// Components registered in the new generation by the time it was ready.
    public var registered: Int
    /// Why nothing was done; nil when the request was carried out.
    public var refusal: Refusal?

    /// Why a host did nothing of what was asked for.
    public enum Refusal: String, Codable, Hashable, Sendable {
        /// The request's turn did not come within its deadline: another one was being carried out.
        case busy
        /// It came from inside a step that was running, and would have waited for itself.
        case inside
        /// The host has not been started, or was stopped.
        case notRunning
    }

    /// Makes an answer.
    public init(
        request: Int, kind: ResetRequest.Kind = .reset, endedGeneration: Int, phases: [Phase] = [],
        failures: [StepFailure] = [], usable: Bool = true, aliveAtSweep: Int = 0, alive: [AliveComponent] = [],
        registered: Int = 0, refusal: Refusal? = nil
    ) {
        self.request = request
        self.kind = kind
        self.endedGeneration = endedGeneration
        self.phases = phases
        self.failures = failures
        self.usable = usable
        self.aliveAtSweep = aliveAtSweep
        self.alive = alive
        self.registered = registered
        self.refusal = refusal
    }
}

/// Components of ended generations that have a key in common and were alive at one moment.
public struct AliveComponent: Codable, Hashable, Sendable {
    /// What they have in common.
    public var key: ComponentKey
    /// How many there were.
    public var count: Int

    /// Makes a count of live components.
    public init(key: ComponentKey, count: Int) {
        self.key = key
        self.count = count
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
