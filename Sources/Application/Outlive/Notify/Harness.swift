#if LiveReset
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The harness around this process.
package enum Harness {
    /// Returns `true` if the harness watches another process, from which this one inherited its environment.
    ///
    /// Such a process sends no notifications. The harness would attribute its `READY=1` and its server to the watched
    /// process.
    package static func watchesAnother(by environment: [String: String]) -> Bool {
        HarnessDirectory(environment: environment)?.isTaken(from: ProcessInfo.processInfo.processIdentifier) == true
    }
}
#endif
