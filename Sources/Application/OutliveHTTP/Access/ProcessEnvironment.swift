#if LiveReset
internal import OutliveSupport
internal import Outlive
internal import OutliveWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The environment of the process without the variables that let notifiers listen.
///
/// Otherwise a child that links Outlive could take the port first and answer in place of this process.
enum ProcessEnvironment {
    /// The removed variables, for further notifiers of this process.
    private static let taken = Lock([String: String]())

    /// Removes the token and the port from the environment.
    ///
    /// - Returns: The environment including both.
    static func take() -> [String: String] {
        // The registry reads the token at its first use, so that must come before the removal.
        _ = LeakRegistry.shared
        return taken.withLock { taken in
            let environment = ProcessInfo.processInfo.environment
            for name in [EnvironmentName.token, EnvironmentName.port] {
                guard let value = environment[name] else { continue }
                taken[name] = value
                unsetenv(name)
            }
            return environment.merging(taken) { $1 }
        }
    }
}
#endif
