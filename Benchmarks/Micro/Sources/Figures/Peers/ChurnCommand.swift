internal import ArgumentParser
internal import Outlive
internal import Workloads

/// `figures churn`: the program that the leak finders watch; it makes many components and lets most of them go.
struct ChurnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "churn", abstract: "Makes components and lets them go.", shouldDisplay: false)

    @Flag(help: "Register the components.") var watched = false

    func run() {
        let registry = LeakRegistry(isEnabled: watched)
        let kept = makeComponents(20_000)
        underFrames(20) {
            for _ in 0..<10 {
                registry.trackAll(kept[...])
                registry.trackShortLived(50_000)
                _ = registry.endGeneration()
            }
        }
        withExtendedLifetime(kept) {}
    }
}
