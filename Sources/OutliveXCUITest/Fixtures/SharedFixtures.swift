#if canImport(XCUIAutomation)
public import Foundation
internal import OutliveModel

/// A folder that the test and the application can both reach: fixtures are put there.
///
/// The application needs nothing of this: it finds the path as `LaunchInput.fixture`, as everywhere.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public struct SharedFixtures: Sendable {
    /// The folder; fixtures get folders of their own in it.
    public let directory: URL

    /// Takes any folder that both can reach.
    public init(in directory: URL) {
        self.directory = directory
    }

    /// The folder that all applications of a simulator share.
    ///
    /// - Parameter environment: where it is looked up; nil for that of the test's process.
    /// - Throws: `Failure` where there is no simulator: use an app group on a device.
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

    /// The folder of an app group, which the application and the UI tests both have as an entitlement.
    ///
    /// - Parameter identifier: such as `group.org.example.notes`.
    /// - Throws: `Failure` where the test is not in the group.
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
