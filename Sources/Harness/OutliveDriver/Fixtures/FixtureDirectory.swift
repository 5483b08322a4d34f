internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport

/// The file or folder that an application finds when a test begins.
public enum Fixture: Hashable, Sendable {
    /// A copy of a file or folder; a relative path refers to the current directory.
    case copy(of: String)
    /// A document that the application creates in an existing, empty folder; the name has no `/`.
    case newDocument(named: String)
}

/// The fixture of one test in a directory of its own, with mode 0700.
///
/// The directory is under `TMPDIR` or `/tmp`, not under `XDG_RUNTIME_DIR`, which is in memory and small. Its name is
/// unique, so any number of tests can use the same fixture at once. It is removed with this value, or when this process
/// exits or is interrupted. `withFixture` of OutliveTesting makes one around a test and keeps or removes it.
public final class FixtureDirectory: Sendable {
    /// The path to give to the application: of the copied file or folder, or of the new document.
    public let path: String
    private let root: PrivateDirectory
    private let label: String

    /// Creates the directory and copies the fixture into it.
    ///
    /// Permissions and times are copied, but neither the owner nor set-user-ID. Links in a folder are copied as links
    /// and never followed, so a link to a place outside the folder still leads there. A fixture that is itself a link
    /// is followed.
    ///
    /// - Parameters:
    ///   - fixture: the file or folder to copy, or the name of the new document.
    ///   - label: the name of the test, from which `keep(in:)` derives a file name.
    /// - Throws: `HarnessFailure` if the fixture does not exist, cannot be read, or contains anything but files,
    ///   folders and links; if the name is no file name; or if there is no space. Nothing is left behind then.
    public init(_ fixture: Fixture, label: String) throws {
        let root = try PrivateDirectory(isClosed: true, removingAtExit: true)
        switch fixture {
        case .copy(let source):
            guard let real = realPath(source) else {
                throw Failure(
                    .harness,
                    "cannot find the fixture \(source): \(systemError()); give the path of a file or folder")
            }
            // A copy into a subfolder of its own source would never end.
            guard let place = realPath(root.path), !place.hasPrefix(real == "/" ? real : real + "/") else {
                throw Failure(.harness, "the fixture \(source) contains the temporary directory; give its contents")
            }
            let given = Self.lastComponent(source)
            path = root.path + "/" + (["", ".", ".."].contains(given) ? Self.lastComponent(real) : given)
            do {
                try copyTree(real, to: path, skippingOthers: false)
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

    /// Removes the directory with its content, read-only parts included; does nothing if it is gone.
    public func remove() { root.remove() }

    /// Moves the directory, with the files that the application created in it, to a folder for inspection.
    ///
    /// - Parameter directory: the destination, created with its parents if necessary.
    /// - Returns: the new folder in it, named after the label, with a number if the name is taken.
    /// - Throws: `HarnessFailure` if the directory cannot be moved or copied; it then stays in place until `remove()`.
    public func keep(in directory: String) throws -> String {
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let place = try Self.newDirectory(named: label.fileName, in: directory)
            do {
                try move(to: place)
            } catch {
                removeTree(place)
                throw error
            }
            return place
        } catch {
            throw Failure(.harness, "cannot keep the fixture \(root.path) in \(directory): \(error)")
        }
    }

    private func move(to place: String) throws {
        // Replaces an empty directory on the same file system.
        if rename(root.path, place) != 0 {
            guard errno == EXDEV else { throw SystemError("rename", root.path) }
            // Sockets, pipes and devices are of no use for inspection.
            try copyContents(of: root.path, to: place, skippingOthers: true)
        }
        root.remove()
    }

    private static func newDirectory(named name: String, in directory: String) throws -> String {
        var number = 1
        while true {
            let place = "\(directory)/\(name)\(number == 1 ? "" : "-\(number)")"
            if mkdir(place, 0o700) == 0 { return place }
            guard errno == EEXIST else { throw SystemError("make", place) }
            number += 1
        }
    }

    private static func lastComponent(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }
}

extension String {
    /// The text as a readable name of 1 to 120 bytes that every file system and artifact store accepts.
    ///
    /// Two texts may have the same name.
    var fileName: String {
        var name = ""
        for character in self {
            let isPlain = character.isLetter || character.isNumber || character == "_" || character == "."
            if isPlain, name.utf8.count + character.utf8.count <= 120 {
                name.append(character)
            } else if !isPlain, name.last != "-", name.utf8.count < 120 {
                name.append("-")
            }
        }
        // A leading dot hides a file, a leading dash makes it an option, and some systems drop a trailing dot.
        let ends: Set<Character> = [".", "-"]
        let start = name.drop(while: ends.contains)
        let length = start.reversed().drop(while: ends.contains).count
        return length == 0 ? "fixture" : String(start.prefix(length))
    }
}
