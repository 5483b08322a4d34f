#if canImport(XCUIAutomation)
public import Foundation
internal import OutliveWire

/// A folder for fixtures that both the test and the application can access.
///
/// The application reads the path of its fixture from `LaunchInput.fixture`.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public struct SharedFixtures: Sendable {
    /// The folder; each fixture has its own subfolder.
    public let directory: URL

    /// Uses any folder that both can access.
    public init(in directory: URL) {
        self.directory = directory
    }

    /// Returns the folder shared by all applications of a simulator.
    ///
    /// - Parameter environment: The environment that names the folder, or `nil` for that of the test's process.
    /// - Throws: `Failure` without a simulator. Use an app group on a device.
    public static func simulator(environment: [String: String]? = nil) throws -> SharedFixtures {
        let environment = environment ?? ProcessInfo.processInfo.environment
        guard let path = environment["SIMULATOR_SHARED_RESOURCES_DIRECTORY"], path.hasPrefix("/") else {
            throw Failure(
                .harness,
                "there is no folder of a simulator: SIMULATOR_SHARED_RESOURCES_DIRECTORY is not set; use an app group "
                    + "on a device and on macOS")
        }
        return SharedFixtures(in: URL(filePath: path).appending(path: "Library/Caches/OutliveFixtures"))
    }

    /// Returns the folder of an app group that the application and the UI tests have as an entitlement.
    ///
    /// - Parameter identifier: The group, such as `group.org.example.notes`.
    /// - Throws: `Failure` if the test is not in the group.
    public static func appGroup(_ identifier: String) throws -> SharedFixtures {
        guard
            let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: identifier)
        else {
            throw Failure(
                .harness,
                "the UI tests are not in the app group \(identifier): add it to the entitlements of the application "
                    + "and of the UI tests")
        }
        return SharedFixtures(in: container.appending(path: "Library/Caches/OutliveFixtures"))
    }
}
#endif
