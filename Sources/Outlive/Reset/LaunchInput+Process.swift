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
        let fixture = environment[EnvironmentName.fixture] ?? ""
        return LaunchInput(
            arguments: arguments ?? Array(ProcessInfo.processInfo.arguments.dropFirst()), environment: environment,
            fixture: fixture.isEmpty ? nil : fixture)
    }
}
