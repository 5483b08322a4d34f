internal import ArgumentParser
internal import OutliveDriver
internal import OutliveModel

/// The options that compare two builds of the application.
struct BuildOptions: ParsableArguments {
    @Option(
        name: .customLong("build"), parsing: .singleValue,
        help: .init(
            "A build to compare, an executable or a folder of build products, which {build} in --launch stands for; give "
                + "the earlier one first, then the later one.", valueName: "name=path"),
        transform: BuildOption.init(parsing:))
    var builds: [BuildOption] = []

    @Option(
        parsing: .unconditional,
        help: .init(
            "Fail if a time of the later build is known to be more than this many times as long.", valueName: "ratio"))
    var maxSlowdown: Double?

    func validate() throws {
        if let maxSlowdown, !(maxSlowdown > 0 && maxSlowdown.isFinite) {
            throw ValidationError("--max-slowdown is \(maxSlowdown): give a number above 0, such as 1.2")
        }
    }

    /// Returns the builds, or `nil` if none are compared.
    ///
    /// - Parameter others: Options that judge or compare in another way, each with `true` if it is given.
    /// - Throws: `UsageError` or `ValidationError` if the builds or the options contradict each other.
    func pair(excluding others: [(option: String, isGiven: Bool, reason: String)]) throws -> BuildPair? {
        guard !builds.isEmpty else {
            guard maxSlowdown == nil else {
                throw ValidationError("--max-slowdown compares builds: add --build old=PATH --build new=PATH")
            }
            return nil
        }
        for other in others where other.isGiven {
            throw ValidationError(
                "\(other.option) \(other.reason), and --build compares two builds: remove one of them")
        }
        return try BuildPair(builds)
    }

    /// The policy of the comparison under the policy of the runs.
    func policy(_ trend: GrowthOptions) -> ComparisonPolicy {
        ComparisonPolicy(failOn: trend.policy == .never ? .never : .new, maximumSlowdown: maxSlowdown)
    }
}
