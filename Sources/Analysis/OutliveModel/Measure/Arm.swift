/// The name of an arm: one of the compared ways to start fresh, or a series of samples beside them.
package struct Arm: RawRepresentable, Codable, Hashable, Sendable {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The relaunch of a run with one trigger.
    package static let launch = Arm(rawValue: "launch")
    /// The reset in place of a run with one trigger.
    package static let reset = Arm(rawValue: "reset")
    /// A request that does nothing, to measure the cost of the transport.
    package static let ping = Arm(rawValue: "ping")
    /// A series of resets without a relaunch.
    package static let soak = Arm(rawValue: "soak")

    /// The names that have a meaning of their own in a report and that no named arm can have.
    package static let reserved = [launch, ping, soak, work, workProcessor]
}

/// One of the compared ways to start fresh.
package struct PlannedArm: Codable, Hashable, Sendable {
    /// The way in which an arm becomes fresh, which decides how it is timed and inspected.
    package enum Kind: Hashable, Sendable {
        /// A stop and a start by the launch command.
        case relaunch
        /// A stop and a start by another command.
        case otherLaunch
        /// A reset of the running process in place.
        case reset
        /// Another process in place of the running one, prepared ahead of time.
        case replacement
    }

    package static let relaunchTrigger = "relaunch"
    package static let launchPrefix = "launch:"
    package static let spareTrigger = "spare"
    package static let checkpointTrigger = "checkpoint"

    package var name: Arm
    /// The trigger: `relaunch`, `launch:CMD`, `spare`, `checkpoint`, or the trigger of a reset.
    package var trigger: String
    /// The acknowledgement of a reset in place; `nil` for other arms.
    package var done: String?
    /// The gate of this arm alone: the smallest ratio to the reference that passes; `nil` for the plan's gate.
    package var minimumSpeedup: Double?

    package init(name: Arm, trigger: String, done: String? = nil, minimumSpeedup: Double? = nil) {
        (self.name, self.trigger, self.done, self.minimumSpeedup) = (name, trigger, done, minimumSpeedup)
    }

    package var kind: Kind {
        switch trigger {
        case Self.relaunchTrigger: .relaunch
        case Self.spareTrigger, Self.checkpointTrigger: .replacement
        default: trigger.hasPrefix(Self.launchPrefix) ? .otherLaunch : .reset
        }
    }
}
