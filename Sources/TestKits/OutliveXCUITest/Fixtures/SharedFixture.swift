#if canImport(XCUIAutomation)
public import Foundation
internal import OutliveWire
public import XCTest
public import XCUIAutomation

/// The files that an application finds when a test begins (type-checked against stubs; not run).
public enum Fixture: Hashable, Sendable {
    /// A copy of the file or folder at an absolute path, such as one in the test bundle.
    case copy(of: String)
    /// A document that does not exist yet, in an empty folder. The name contains no `/`.
    case newDocument(named: String)
}

/// A private folder of a test that contains a fixture (type-checked against stubs; not run).
public struct SharedFixture: Sendable {
    /// The path for the application: of the copied file or folder, or of the new document.
    public let path: String
    private let folder: URL

    /// Creates a folder with a unique name and copies the fixture into it.
    ///
    /// - Parameters:
    ///   - fixture: The files to copy, or the name of the new document.
    ///   - shared: The folder in which to create it.
    /// - Throws: `HarnessFailure` if the fixture cannot be copied; no folder is left behind.
    public init(_ fixture: Fixture, in shared: SharedFixtures) throws {
        let folder = shared.directory.appending(path: UUID().uuidString)
        let name =
            switch fixture {
            case .copy(let source): URL(filePath: source).lastPathComponent
            case .newDocument(let name): name
            }
        guard !["", ".", ".."].contains(name), !name.contains("/") else {
            throw Failure(.harness, "'\(name)' cannot be the name of a fixture: give a file name without '/'")
        }
        let place = folder.appending(path: name)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            if case .copy(let source) = fixture {
                try FileManager.default.copyItem(at: URL(filePath: source), to: place)
            }
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw Failure(.harness, "cannot make the fixture \(place.path()): \(error.localizedDescription)")
        }
        self.folder = folder
        path = place.path(percentEncoded: false)
    }

    /// Removes the folder with its content; does nothing if it does not exist.
    public func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// A folder for fixtures that both the test and the application can access.
///
/// The application reads the path of its fixture from `LaunchInput.fixture`. Type-checked against stubs; not run.
public struct SharedFixtures: Sendable {
    /// The folder; each fixture has its own subfolder.
    public let directory: URL

    /// Uses any folder that both the test and the application can access.
    public init(in directory: URL) { self.directory = directory }

    /// Returns the folder shared by all applications of a simulator.
    ///
    /// - Parameter environment: The environment that names the folder, or `nil` for the test's process.
    /// - Throws: `HarnessFailure` outside of a simulator. On a device or macOS, use an app group.
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

    /// Returns the folder of an app group that is in the entitlements of the application and of the UI tests.
    ///
    /// - Parameter identifier: The group, such as `group.org.example.notes`.
    /// - Throws: `HarnessFailure` if the test is not in the group.
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

extension XCTestCase {
    /// Runs a test with its own fixture, which is removed afterwards (type-checked against stubs; not run).
    ///
    /// - Parameters:
    ///   - fixture: The files that the application finds.
    ///   - shared: A folder that both the test and the application can access.
    ///   - body: The test. It passes the fixture's `path` to the application.
    /// - Returns: The result of `body`.
    /// - Throws: `HarnessFailure` if the fixture cannot be created, and errors of `body`.
    @MainActor
    public func withFixture<Value>(
        _ fixture: Fixture, in shared: SharedFixtures, _ body: @MainActor (SharedFixture) async throws -> Value
    ) async throws -> Value {
        let made = try SharedFixture(fixture, in: shared)
        defer { made.remove() }
        return try await body(made)
    }

    /// Attaches a screenshot and the tree of elements to a failed test; does nothing for a passing test.
    ///
    /// Call it in `tearDown() async throws`, before anything is terminated. Later failures have no attachments.
    /// Type-checked against stubs; not run.
    ///
    /// - Parameter app: The application that the test used.
    @MainActor
    public func attachEvidence(of app: XCUIApplication) {
        // XCTest sets `hasSucceeded` only at the end of the test.
        guard let testRun, testRun.totalFailureCount > 0 else { return }
        let screenshot = XCTAttachment(screenshot: XCUIScreen.main.screenshot())
        screenshot.name = "screenshot"
        let elements = XCTAttachment(string: app.debugDescription)
        elements.name = "elements"
        for attachment in [screenshot, elements] {
            attachment.lifetime = .deleteOnSuccess
            add(attachment)
        }
    }
}
#endif
