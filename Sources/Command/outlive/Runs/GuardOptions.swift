internal import ArgumentParser
internal import OutliveDriver
internal import OutliveModel

/// The options of a watch that guards a process against being killed for its memory.
struct GuardOptions: ParsableArguments {
    private static let usualFolder = "outlive-snapshots"
    private static let usualPerDay = 3
    private static let usualKept = 10

    @Option(
        help: .init(
            "In place of regular inspections, take a snapshot when memory reaches a share of the limit of the cgroup or "
                + "the machine, or when the process reaches a size.", valueName: "percent|size"),
        transform: MemoryThreshold.init(parsing:))
    var atMemory: MemoryThreshold?

    @Option(
        help: .init(
            "Folder for the snapshots and their reports, for this user alone. (default: \(usualFolder))",
            valueName: "dir"))
    var snapshots: String?

    @Option(
        parsing: .unconditional,
        help: .init("Maximum number of snapshots in 24 hours. (default: \(usualPerDay))", valueName: "n"))
    var perDay: Int?

    @Option(
        parsing: .unconditional,
        help: .init("Number of snapshots to keep; older ones are removed. (default: \(usualKept))", valueName: "n"))
    var keep: Int?

    @Option(
        help: .init(
            "Command to run after a snapshot, with the paths of the snapshot and of its report as last arguments, and "
                + "figures in OUTLIVE_MEMORY_... variables. It is killed after --timeout.", valueName: "cmd"),
        transform: Command.init(words:))
    var exec: Command?

    func validate() throws {
        let options = [
            ("--snapshots", snapshots != nil), ("--per-day", perDay != nil), ("--keep", keep != nil),
            ("--exec", exec != nil),
        ]
        for (option, isGiven) in options where isGiven && atMemory == nil {
            throw ValidationError("\(option) is for a guard: add --at-memory 90%, or remove it")
        }
        for (option, number) in [("--per-day", perDay), ("--keep", keep)] {
            guard let number, !(1...1000).contains(number) else { continue }
            throw ValidationError("\(option) is \(number): give 1 to 1000")
        }
        guard snapshots != "" else { throw ValidationError("--snapshots is empty: name a folder") }
    }

    /// The plan of a guard.
    func plan(_ threshold: MemoryThreshold) -> GuardPlan {
        GuardPlan(
            threshold: threshold, folder: snapshots ?? Self.usualFolder, perDay: perDay ?? Self.usualPerDay,
            kept: keep ?? Self.usualKept, reaction: exec)
    }
}

/// What a guard waits for, and what it does then.
struct GuardPlan: Sendable {
    let threshold: MemoryThreshold
    /// The path of the folder for snapshots.
    let folder: String
    /// The maximum number of snapshots in 24 hours, and the number of kept ones.
    let perDay, kept: Int
    /// The command to run after a snapshot, or `nil`.
    let reaction: Command?
}
