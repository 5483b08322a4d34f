#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The environment and the launch arguments of this process.
package enum CurrentProcess {
    /// The current environment.
    package static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// Returns the current environment with changes, of which `nil` removes a variable.
    package static func environment(changedBy changes: [String: String?]) -> [String: String] {
        environment.merging(changes.compactMapValues(\.self)) { $1 }.filter { changes[$0.key] != .some(nil) }
    }

    /// The arguments without the program name.
    package static var arguments: [String] { Array(ProcessInfo.processInfo.arguments.dropFirst()) }
}
