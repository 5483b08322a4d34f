public import OutliveWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension LaunchInput {
    /// The launch input of this process: its arguments without the program name, its environment and its fixture.
    ///
    /// A program can read its settings from it before it creates a host: `try ShopSettings(.ofProcess)`.
    public static var ofProcess: LaunchInput { ofProcess() }

    /// Returns the launch input of this process, with the given arguments or environment in place of its own.
    static func ofProcess(arguments: [String]? = nil, environment: [String: String]? = nil) -> LaunchInput {
        let environment = environment ?? ProcessInfo.processInfo.environment
        return LaunchInput(
            arguments: arguments ?? Array(ProcessInfo.processInfo.arguments.dropFirst()), environment: environment,
            fixture: fixture(in: environment))
    }

    #if LiveReset
    private static func fixture(in environment: [String: String]) -> String? {
        environment[EnvironmentName.fixture].flatMap { $0.isEmpty ? nil : $0 }
    }
    #else
    /// Returns `nil`: a variable set by a harness must not change the data of a released application.
    private static func fixture(in environment: [String: String]) -> String? { nil }
    #endif
}
