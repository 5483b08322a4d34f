#if LiveReset
internal import Outlive
internal import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The environment of the process, whose children are not to inherit what lets its notifiers listen.
///
/// A child that links Outlive could have taken the port by the time that this process listens, and would answer for it.
enum OwnEnvironment {
    /// What this process alone is to know; further notifiers find it here.
    private static let taken = Lock([String: String]())

    /// Takes the token and the port out of the environment.
    ///
    /// - Returns: the environment, with both of them.
    static func take() -> [String: String] {
        // It is on where there is a token, which it looks for at its first use.
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
