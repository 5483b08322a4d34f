/// A gate: the least ratio of the reference's time to another arm's.
package struct SpeedGate: Hashable, Sendable {
    package var base: Arm
    package var arm: Arm
    package var minimum: Double
    /// The measured ratio, or `nil` if the arms were not compared.
    package var ratio: ArmRatio?

    /// `true` if the lower bound of the ratio is below the gate, or if there is no interval to judge it by.
    package var isMissed: Bool { ratio?.interval.map { $0.lower < minimum } ?? true }
}

extension Shard {
    /// The gates of the run, in the order of the arms.
    package var gates: [SpeedGate] {
        guard let base = plan.referenceArm else { return [] }
        return plan.comparedArms.compactMap { arm in
            guard arm.name != base, let minimum = arm.minimumSpeedup ?? plan.minimumSpeedup else { return nil }
            return SpeedGate(
                base: base, arm: arm.name, minimum: minimum,
                ratio: comparison?.toReference.first { $0.arm == arm.name && $0.base == base })
        }
    }

    package var missedGates: [SpeedGate] { gates.filter(\.isMissed) }
    /// `true` if any arm misses its gate.
    package var missesGate: Bool { !missedGates.isEmpty }
}
