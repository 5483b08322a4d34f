#if canImport(XCUIAutomation)
internal import Foundation
internal import OutliveWire

/// The files that an application finds when a test begins.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public enum Fixture: Hashable, Sendable {
    /// A copy of a file or folder, such as one of the test bundle, given by its absolute path.
    case copy(of: String)
    /// A document that does not exist yet, in an empty folder. The name contains no `/`.
    case newDocument(named: String)
}

/// A private folder of a test that contains a fixture.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public struct SharedFixture: Sendable {
    /// The path for the application: that of the copied file or folder, or of the new document.
    public let path: String

    private let folder: URL

    /// Creates a folder with a unique name and copies the fixture into it.
    ///
    /// - Parameters:
    ///   - fixture: The files to copy, or the name of the new document.
    ///   - shared: The folder in which to create it.
    /// - Throws: `Failure` if the fixture cannot be copied. Nothing is left behind then.
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
    public func remove() {
        try? FileManager.default.removeItem(at: folder)
    }
}
#endif
