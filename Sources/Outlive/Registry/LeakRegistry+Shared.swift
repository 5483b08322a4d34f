#if LiveReset
internal import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension LeakRegistry {
    /// The registry of this process.
    ///
    /// It is enabled when a harness watches, which it shows by `OUTLIVE_DIR` in the environment, and does not ask for
    /// none with `OUTLIVE_LEAKS=off`. So an application that nobody watches runs unchanged.
    public static let shared = LeakRegistry(isEnabled: isWatched(by: ProcessInfo.processInfo.environment))

    static func isWatched(by environment: [String: String]) -> Bool {
        guard !environment[EnvironmentName.directory, default: ""].isEmpty else { return false }
        guard let leaks = environment[EnvironmentName.leaks], !leaks.isEmpty else { return true }
        if leaks != "off" {
            StandardError.line(
                "\(EnvironmentName.leaks)=\(leaks) says nothing, only \"off\" does; the leak registry of this process is on"
            )
        }
        return leaks != "off"
    }
}
#endif
