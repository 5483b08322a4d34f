#if canImport(XCUIAutomation)
internal import Foundation
internal import OutliveModel

/// What an application is to find when a test begins.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public enum Fixture: Hashable, Sendable {
    /// A copy of a file or of a folder, as one of the test bundle; an absolute path.
    case copy(of: String)
    /// A document that is yet to be made, in a folder that is there and empty; the name has no `/`.
    case newDocument(named: String)
}

/// A private folder of one test, with a fixture in it.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public struct SharedFixture: Sendable {
    /// What the application is given: the copied file or folder, or where it is to make a new document.
    public let path: String

    private let folder: URL

    /// Makes a folder with a name of its own and copies the fixture into it.
    ///
    /// - Parameters:
    ///   - fixture: what to copy, or the name of the document to be.
    ///   - shared: where.
    /// - Throws: `Failure` when it cannot be copied. Nothing is left behind then.
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

    /// Removes the folder and all in it; does nothing when it is gone.
    public func remove() {
        try? FileManager.default.removeItem(at: folder)
    }
}
#endif
