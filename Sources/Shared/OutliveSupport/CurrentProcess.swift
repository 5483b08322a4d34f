#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The input of this process from its launcher.
package enum CurrentProcess {
    /// The environment at this moment.
    package static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// The arguments without the name of the program.
    package static var arguments: [String] { Array(ProcessInfo.processInfo.arguments.dropFirst()) }
}
