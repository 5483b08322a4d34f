#if LiveReset
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What is known of the harness around the process.
package enum Harness {
    /// Whether a harness watches another process, from which this one inherited its environment.
    ///
    /// Such a process keeps silent: the harness would take its `READY=1`, and its server, for those of the other.
    package static func watchesAnother(by environment: [String: String]) -> Bool {
        HarnessDirectory(environment: environment)?.isTaken(from: ProcessInfo.processInfo.processIdentifier) == true
    }
}
#endif
