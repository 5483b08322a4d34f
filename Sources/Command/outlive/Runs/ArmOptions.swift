internal import ArgumentParser
internal import OutliveDriver
internal import OutliveModel

/// The options that name the compared arms.
struct ArmOptions: ParsableArguments {
    @Option(
        name: .customLong("arm"), parsing: .singleValue,
        help: .init(
            "An arm and how it starts fresh; repeat for each, in place of --reset. Triggers: relaunch, launch:CMD "
                + "(another launch command), signal:NAME, exec:CMD, http, http:[METHOD ]URL, spare (a second process, "
                + "started ahead of time) or checkpoint (restored by CRIU).", valueName: "name=trigger"),
        transform: ArmOption.init(parsing:))
    var arms: [ArmOption] = []

    @Option(
        name: .customLong("arm-done"), parsing: .singleValue,
        help: .init(
            "Acknowledgement of an arm's reset, as for --done; repeat for more. (default: depends on the trigger)",
            valueName: "name=signal"), transform: ArmOptions.done(parsing:))
    var dones: [(arm: Arm, signal: Template<DoneSignal>)] = []

    /// Returns the arms with their acknowledgements and gates.
    ///
    /// - Throws: `UsageError` if an option names an arm that does not exist.
    func arms(_ gates: [(arm: Arm?, minimum: Double)]) throws(UsageError) -> [ArmOption] {
        var arms = arms
        for done in dones { arms[try index(of: done.arm, in: arms, "--arm-done")].done = done.signal }
        for gate in gates {
            guard let name = gate.arm else { continue }
            arms[try index(of: name, in: arms, "--min-speedup")].minimumSpeedup = gate.minimum
        }
        return arms
    }

    /// Reads the acknowledgement of the reset of one arm: `NAME=SIGNAL`.
    ///
    /// - Throws: `UsageError` with a valid form.
    static func done(parsing option: String) throws -> (arm: Arm, signal: Template<DoneSignal>) {
        let (arm, text) = try ArmOption.named(option, valueName: "SIGNAL")
        return (arm, try Template(text))
    }

    private func index(of name: Arm, in arms: [ArmOption], _ option: String) throws(UsageError) -> Int {
        guard let index = arms.firstIndex(where: { $0.name == name }) else {
            let names = arms.map(\.name.rawValue).joined(separator: ", ")
            throw UsageError(
                "\(option) names the arm '\(name.rawValue)', which does not exist: "
                    + (names.isEmpty ? "add it with --arm" : "there are \(names)"))
        }
        return index
    }
}
