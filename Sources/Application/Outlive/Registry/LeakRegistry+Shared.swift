#if LiveReset
internal import OutliveWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension LeakRegistry {
    /// The registry of this process.
    ///
    /// It is enabled if the environment contains `OUTLIVE_DIR` (set by the harness) or `OUTLIVE_TOKEN` (for requests
    /// over HTTP), unless `OUTLIVE_LEAKS` is `off`. Otherwise the application runs unchanged.
    public static let shared = LeakRegistry(isEnabled: isWatched(by: ProcessInfo.processInfo.environment))

    static func isWatched(by environment: [String: String]) -> Bool {
        guard [EnvironmentName.directory, EnvironmentName.token].contains(where: { environment[$0]?.isEmpty == false })
        else { return false }
        guard let leaks = environment[EnvironmentName.leaks], !leaks.isEmpty else { return true }
        if leaks != "off" {
            StandardError.line(
                "\(EnvironmentName.leaks)=\(leaks) says nothing, only \"off\" does; the leak registry of this process "
                    + "is on"
            )
        }
        return leaks != "off"
    }
}
#endif
