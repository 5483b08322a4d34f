internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport

/// A directory that is private to this user and lasts as long as this value.
final class PrivateDirectory: Sendable {
    /// The beginning of the name; six characters follow.
    static let namePrefix = "outlive-"

    let path: String

    /// Creates a directory with a new name under `TMPDIR` or `/tmp`.
    ///
    /// `XDG_RUNTIME_DIR` is in memory, and an application may keep much data in its `{dir}`.
    ///
    /// - Parameters:
    ///   - isClosed: `true` for no access by other users. Otherwise, if this process runs as root, they can enter the
    ///     directories inside by name, because a daemon that drops root could not reach its `{dir}`.
    ///   - name: The end of its name if no other process has it, or `nil` for a random one.
    ///   - removingAtExit: `true` to remove the directory also when this process exits or is interrupted.
    init(isClosed: Bool = false, named name: String? = nil, removingAtExit: Bool = false) throws {
        let places = [ProcessInfo.processInfo.environment["TMPDIR"], "/tmp"].compactMap { $0 }
        for place in places where place.hasPrefix("/") {
            // The path of a Unix socket is limited, and the application adds names of its own.
            guard place.utf8.count <= 60, let path = Self.make(name, in: place) else { continue }
            self.path = path
            Watchdog.add(.directory(path))
            if removingAtExit { Self.removeAtExit(path) }
            if !isClosed, geteuid() == 0 { chmod(path, 0o711) }
            return
        }
        throw Failure(.harness, "cannot make a private directory in \(places.joined(separator: " or ")): set TMPDIR")
    }

    deinit { remove() }

    func remove() {
        removeTree(path)
        Self.forgetAtExit(path)
        Watchdog.remove(.directory(path))
    }

    /// Creates an empty subdirectory with mode 0700 in place of an existing one.
    func makeEmptyDirectory(_ name: String) throws -> String {
        let inner = path + "/" + name
        removeTree(inner)
        guard mkdir(inner, 0o700) == 0 else {
            throw Failure(.harness, "cannot recreate the directory \(inner): \(systemError()); check its contents")
        }
        return inner
    }

    func removeDirectory(_ name: String) { removeTree(path + "/" + name) }

    private static func make(_ name: String?, in place: String) -> String? {
        if let name, mkdir("\(place)/\(namePrefix)\(name)", 0o700) == 0 { return "\(place)/\(namePrefix)\(name)" }
        var template = Array("\(place)/\(namePrefix)XXXXXX".utf8CString)
        return template.withUnsafeMutableBufferPointer { buffer in
            mkdtemp(buffer.baseAddress!).map { String(cString: $0) }
        }
    }
}
