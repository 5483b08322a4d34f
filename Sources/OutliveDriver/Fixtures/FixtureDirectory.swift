internal import FoundationEssentials
internal import Glibc
internal import OutliveModel

/// A fixture of one test in a directory of its own, which only this user can look into (mode 0700).
///
/// It is under `TMPDIR` or `/tmp`, not under `XDG_RUNTIME_DIR`, which is in memory and small. The name is new each
/// time, so that any number of tests can have the same fixture at once. The directory goes with the value at the
/// latest, and when this process exits or is interrupted. `withFixture` of OutliveTesting makes one around a test, and
/// keeps or removes it.
public final class FixtureDirectory: Sendable {
    /// What the application is given: the copied file or folder, or where it is to make a new document.
    public let path: String

    private let root: PrivateDirectory
    private let label: String

    /// Makes the directory and copies the fixture into it; this takes as long as the copying does.
    ///
    /// Permissions and times are copied, the owner and the set-user-ID are not. Links in a folder are copied as links
    /// and never followed; one that leads out of the folder still does. A link that is itself the fixture is followed.
    ///
    /// - Parameters:
    ///   - fixture: what to copy, or the name of the document to be.
    ///   - label: names the test; `keep(in:)` makes a file name of it.
    /// - Throws: `Failure` when the fixture is not there, cannot be read or holds what is neither file, folder nor
    ///   link, when the name is no file name, and when there is no place. Nothing is left behind then.
    public init(_ fixture: Fixture, label: String) throws {
        let root = try PrivateDirectory(.closed, removingAtExit: true)
        switch fixture {
        case .copy(let source):
            guard let real = Self.realPath(source) else {
                let reason = String(cString: strerror(errno))
                throw Failure(
                    .harness, "cannot find the fixture \(source): \(reason); give the path of a file or folder")
            }
            // A copy of what holds the copy would never end.
            guard let place = Self.realPath(root.path), !place.hasPrefix(real == "/" ? real : real + "/") else {
                throw Failure(.harness, "the fixture \(source) holds the temporary directory; give what is in it")
            }
            let given = Self.lastComponent(source)
            path = root.path + "/" + (["", ".", ".."].contains(given) ? Self.lastComponent(real) : given)
            do {
                try FileTree.copy(real, to: path, others: .refused)
            } catch {
                throw Failure(.harness, "cannot copy the fixture \(source): \(error)")
            }
        case .newDocument(let name):
            guard !["", ".", ".."].contains(name), name.utf8.count <= 255,
                !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
            else {
                throw Failure(.harness, "'\(name)' cannot be the name of a new document: give a file name without '/'")
            }
            path = root.path + "/" + name
        }
        self.root = root
        self.label = label
    }

    /// Removes the directory and all in it, also what was made read-only; does nothing when it is gone.
    public func remove() {
        root.remove()
    }

    /// Moves the directory, with what the application made beside the fixture, to where it can be looked at.
    ///
    /// - Parameter directory: is made where it is not there, with the folders above it.
    /// - Returns: the new folder in it, called after the label, with a number where that name is taken.
    /// - Throws: `Failure` when it cannot be moved or copied; it stays where it is then, until `remove()`.
    public func keep(in directory: String) throws -> String {
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let place = try Self.newDirectory(named: label.fileName, in: directory)
            do {
                try move(to: place)
            } catch {
                FileTree.remove(place)
                throw error
            }
            return place
        } catch {
            throw Failure(.harness, "cannot keep the fixture \(root.path) in \(directory): \(error)")
        }
    }

    private func move(to place: String) throws {
        // Takes the place of an empty directory, where both are on one file system.
        if rename(root.path, place) != 0 {
            guard errno == EXDEV else { throw FileTree.Problem("rename", root.path) }
            // Sockets that were left behind, say, tell nobody anything.
            try FileTree.copyContents(root.path, to: place, others: .skipped)
        }
        root.remove()
    }

    private static func newDirectory(named name: String, in directory: String) throws -> String {
        var number = 1
        while true {
            let place = "\(directory)/\(name)\(number == 1 ? "" : "-\(number)")"
            if mkdir(place, 0o700) == 0 { return place }
            guard errno == EEXIST else { throw FileTree.Problem("make", place) }
            number += 1
        }
    }

    private static func realPath(_ path: String) -> String? {
        // An empty path is no path, and a C string would end at a NUL.
        guard !path.utf8.contains(0) else {
            errno = EINVAL
            return nil
        }
        return realpath(path, nil).map { found in
            defer { free(found) }
            return String(cString: found)
        }
    }

    private static func lastComponent(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }
}
