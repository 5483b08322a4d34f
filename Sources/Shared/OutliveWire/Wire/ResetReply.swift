/// The reply of an application to a request for a reset or ping, or its refusal.
public struct ResetReply: Codable, Hashable, Sendable {
    /// The number of the request.
    public var request: Int
    /// The kind of the request.
    public var kind: ResetRequest.Kind
    /// The generation that the reset ended, counted from 1, or the current one for a ping.
    public var endedGeneration: Int
    /// The phases that ran, in order, with their times.
    public var phases: [Phase]
    /// The steps that threw an error; empty after a successful reset.
    public var failures: [StepFailure]
    /// `true` if the application is usable.
    public var usable: Bool
    /// The number of components of ended generations that the immediate sweep found alive.
    public var aliveAtSweep: Int
    /// The components that the immediate sweep found alive, by key, in descending order, at most 200 keys.
    public var alive: [AliveComponent]
    /// The number of components registered in the new generation by the time it was ready.
    public var registered: Int
    /// The reason why the request was refused, or `nil` if it was executed.
    public var refusal: Refusal?

    /// A timed part of a reset: `quiesce`, `teardown`, `sweep` or `rebuild`, or a step within one.
    public struct Phase: Codable, Hashable, Sendable {
        /// The name of the phase, or `phase/step` for a step in it.
        public var name: String
        /// The duration, in seconds.
        public var seconds: Double

        package init(name: String, seconds: Double) {
            self.name = name
            self.seconds = seconds
        }
    }

    /// A reason to refuse a request.
    public enum Refusal: String, Codable, Hashable, Sendable {
        /// The deadline passed while another request was executing, or too many requests were queued.
        case busy
        /// The request came from inside a running step, and would have waited for itself.
        case inside
        /// The host has not been started, or has been stopped.
        case notRunning
    }

    /// Creates a reply.
    public init(
        request: Int, kind: ResetRequest.Kind = .reset, endedGeneration: Int, phases: [Phase] = [],
        failures: [StepFailure] = [], usable: Bool = true, aliveAtSweep: Int = 0, alive: [AliveComponent] = [],
        registered: Int = 0, refusal: Refusal? = nil
    ) {
        (self.request, self.kind, self.endedGeneration, self.phases) = (request, kind, endedGeneration, phases)
        (self.failures, self.usable, self.aliveAtSweep) = (failures, usable, aliveAtSweep)
        (self.alive, self.registered, self.refusal) = (alive, registered, refusal)
    }
}

/// A step of a reset that threw an error.
public struct StepFailure: Codable, Hashable, Sendable {
    /// The phase and the step, such as `teardown/store`.
    public var step: String
    /// The error, as text.
    public var message: String

    /// Creates a record of a failed step.
    public init(step: String, message: String) {
        self.step = step
        self.message = message
    }
}

/// The body of the HTTP response to `POST /reset` and `POST /ping`.
package struct ResetAnswer: Hashable, Sendable {
    /// The id of the call, or `nil` if it had none.
    package var id: String?
    /// The application's reply to the request.
    package var reply: ResetReply
    /// The current generation after the request, counted from 1.
    package var generation: Int
    /// `true` if the outcome of the ended generation is known: all its components were released, or its report exists.
    package var settled: Bool
    /// The report of the ended generation, if the client waited for it (`?wait=settled`).
    package var report: GenerationReport?
    /// `true` if the application tracks its components; otherwise survivors are unknown.
    package var watched: Bool

    package init(
        id: String? = nil, reply: ResetReply, generation: Int, settled: Bool, report: GenerationReport? = nil,
        watched: Bool = true
    ) {
        (self.id, self.reply, self.generation) = (id, reply, generation)
        (self.settled, self.report, self.watched) = (settled, report, watched)
    }
}

extension ResetAnswer: Codable {
    /// Decodes an answer; without `watched`, an older application is assumed to track its components.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decodeIfPresent(String.self, forKey: .id)
        reply = try values.decode(ResetReply.self, forKey: .reply)
        generation = try values.decode(Int.self, forKey: .generation)
        settled = try values.decode(Bool.self, forKey: .settled)
        report = try values.decodeIfPresent(GenerationReport.self, forKey: .report)
        watched = try values.decodeIfPresent(Bool.self, forKey: .watched) ?? true
    }
}

/// The body of an HTTP response that refuses or fails.
package struct ErrorAnswer: Codable, Hashable, Sendable {
    /// One line with the event, its subject and the recommended action.
    package var error: String

    package init(error: String) {
        self.error = error
    }
}
