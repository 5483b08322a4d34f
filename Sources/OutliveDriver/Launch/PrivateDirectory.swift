internal import FoundationEssentials
internal import Glibc
internal import OutliveModel

/// A directory that only this user can look into, for as long as the value lives.
final class PrivateDirectory: Sendable {
    /// Where it is.
    let path: String

    /// Makes a directory with a new name under `TMPDIR` or `/tmp`, mode 0700.
    ///
    /// Not under `XDG_RUNTIME_DIR`, which is in memory: an application may keep a lot of data in its `{dir}`.
    ///
    /// - Throws: `Failure` when no place will have it.
    init() throws {
        let places = [ProcessInfo.processInfo.environment["TMPDIR"], "/tmp"].compactMap { $0 }
        for place in places where place.hasPrefix("/") {
            // A Unix socket's path is short, and the application needs room for names of its own.
            guard place.utf8.count <= 60, let path = Self.makeTemporary(in: place) else { continue }
            self.path = path
            return
        }
        throw Failure(.harness, "cannot make a private directory in \(places.joined(separator: " or ")): set TMPDIR")
    }

    deinit { remove() }

    /// Removes the directory and all in it.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Makes a directory in it, mode 0700, where there is none of that name yet.
    ///
    /// - Returns: its path.
    func makeDirectory(_ name: String) throws -> String {
        let inner = path + "/" + name
        guard mkdir(inner, 0o700) == 0 || errno == EEXIST else {
            throw Failure(.harness, "cannot make the directory \(inner): \(String(cString: strerror(errno)))")
        }
        return inner
    }

    private static func makeTemporary(in place: String) -> String? {
        var template = Array("\(place)/outlive-XXXXXX".utf8CString)
        return template.withUnsafeMutableBufferPointer { buffer in
            mkdtemp(buffer.baseAddress!).map { String(cString: $0) }
        }
    }
}
