public import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension LaunchInput {
    /// What this process was launched with: its arguments without the program's name, its environment, its fixture.
    ///
    /// A program reads its settings from it before there is a host: `try ShopSettings(.ofProcess)`.
    public static var ofProcess: LaunchInput { ofProcess() }

    /// The same with other arguments or another environment, where they are given.
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
    /// None: a variable that a harness sets must not lead a released application to other data.
    private static func fixture(in environment: [String: String]) -> String? { nil }
    #endif
}
