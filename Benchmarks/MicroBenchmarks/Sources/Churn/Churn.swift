internal import Outlive
internal import Workloads

/// The program that the leak finders watch. It makes many components and releases most of them.
///
/// `churn` leaves them unregistered, `churn watched` registers them. Its `main` is synchronous because valgrind 3.19
/// crashes in the end that an asynchronous one gives the main thread.
@main
struct Churn {
    static func main() {
        let registry = LeakRegistry(isEnabled: CommandLine.arguments.contains("watched"))
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
