internal import FoundationEssentials
internal import Glibc
internal import OutliveModel

/// A directory that only this user can look into, for as long as the value lives.
///
/// Nobody else can list it.
final class PrivateDirectory: Sendable {
    /// Whom it lets through to what is in it.
    enum Passage {
        /// Nobody: mode 0700.
        case closed
        /// Under root, whoever knows the name of a directory in it, each of which is private again: mode 0711.
        ///
        /// A daemon that gives up root could not reach a `{dir}` that was given to it otherwise.
        case openUnderRoot
    }

    /// Where it is.
    let path: String

    /// Makes a directory with a new name under `TMPDIR` or `/tmp`.
    ///
    /// Not under `XDG_RUNTIME_DIR`, which is in memory: an application may keep a lot of data in its `{dir}`.
    ///
    /// - Parameter removingAtExit: whether it is to go when this process exits or is interrupted, too.
    /// - Throws: `Failure` when no place will have it.
    init(_ passage: Passage = .openUnderRoot, removingAtExit: Bool = false) throws {
        let places = [ProcessInfo.processInfo.environment["TMPDIR"], "/tmp"].compactMap { $0 }
        for place in places where place.hasPrefix("/") {
            // A Unix socket's path is short, and the application needs room for names of its own.
            guard place.utf8.count <= 60, let path = Self.makeTemporary(in: place) else { continue }
            self.path = path
            Watchdog.add(.directory(path))
            if removingAtExit { AtExit.tidyUp(path) }
            if passage == .openUnderRoot, geteuid() == 0 { chmod(path, 0o711) }
            return
        }
        throw Failure(.harness, "cannot make a private directory in \(places.joined(separator: " or ")): set TMPDIR")
    }

    deinit { remove() }

    /// Removes the directory and all in it, also what was made read-only.
    func remove() {
        FileTree.remove(path)
        AtExit.forget(path)
        Watchdog.remove(.directory(path))
    }

    /// Makes an empty directory in it, mode 0700; what had that name is removed.
    ///
    /// - Returns: its path.
    /// - Throws: `Failure` when it cannot be made, or something in the old one cannot be removed.
    func makeEmptyDirectory(_ name: String) throws -> String {
        let inner = path + "/" + name
        FileTree.remove(inner)
        guard mkdir(inner, 0o700) == 0 else {
            let reason = String(cString: strerror(errno))
            throw Failure(.harness, "cannot make the directory \(inner) anew: \(reason); look at what is in it")
        }
        return inner
    }

    /// Removes a directory in it and all that is in that one.
    func removeDirectory(_ name: String) {
        FileTree.remove(path + "/" + name)
    }

    private static func makeTemporary(in place: String) -> String? {
        var template = Array("\(place)/outlive-XXXXXX".utf8CString)
        return template.withUnsafeMutableBufferPointer { buffer in
            mkdtemp(buffer.baseAddress!).map { String(cString: $0) }
        }
    }
}
