#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The environment and the launch arguments of this process.
package enum CurrentProcess {
    /// The current environment.
    package static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// The arguments without the program name.
    package static var arguments: [String] { Array(ProcessInfo.processInfo.arguments.dropFirst()) }
}
