extension Plan {
    /// The compared arms in order: the named ones, or a relaunch and the reset; none without a reset.
    package var comparedArms: [PlannedArm] {
        arms ?? reset.map {
            [
                PlannedArm(name: .launch, trigger: PlannedArm.relaunchTrigger),
                PlannedArm(name: .reset, trigger: $0, done: done),
            ]
        } ?? []
    }

    /// The arm with which the others are compared first: the first relaunch, or else the first arm.
    package var referenceArm: Arm? { (comparedArms.first { $0.kind == .relaunch } ?? comparedArms.first)?.name }

    /// The arm of the soak and of the heap: the first that resets in place, or else the reference.
    package var subjectArm: Arm? { comparedArms.first { $0.kind == .reset }?.name ?? referenceArm }
}
