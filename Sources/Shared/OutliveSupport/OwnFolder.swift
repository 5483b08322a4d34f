internal import FoundationEssentials

/// An open folder that belongs to this user, and that no other user can write to or read.
///
/// Files are found beneath the open folder, whatever its path leads to later. Only regular files of the same user are
/// opened: no link is followed, and no pipe or device is waited for. Safe to use from any thread.
package final class OwnFolder: Sendable {
    package let path: String
    private let descriptor: Int32

    /// Opens a folder.
    ///
    /// - Parameter path: An absolute path. Only its last component must not be a link.
    /// - Throws: `SystemError` if it is no folder, belongs to another user, or is accessible to others.
    package init(path: String) throws(SystemError) {
        var path = path[...]
        // With a slash at the end, a link would be followed.
        while path.count > 1, path.last == "/" { path.removeLast() }
        guard path.hasPrefix("/") else { throw SystemError("\(path) is not an absolute path") }
        self.path = String(path)
        descriptor = open(self.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError("\(path) cannot be opened: \(systemError())") }
        var status = stat()
        // All stored properties are set, so `deinit` closes the descriptor.
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
            throw SystemError("\(path) belongs to another user")
        }
        guard status.st_mode & (S_IRWXG | S_IRWXO) == 0 else {
            throw SystemError("\(path) is not private: chmod 700")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The names of all files, in no order; empty if they cannot be listed.
    package var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd/\(descriptor)")) ?? []
    }

    /// Opens the file with a name.
    ///
    /// - Returns: `nil` if there is none.
    /// - Throws: `SystemError` for a link, for anything else that is no regular file of this user, and if it cannot be
    ///   opened.
    package func file(_ name: String) throws(SystemError) -> RegularFile? {
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        if file < 0, errno == ENOENT { return nil }
        return try RegularFile(opened: file, path: "\(path)/\(name)", owner: geteuid())
    }

    /// Reads the whole file with a name.
    ///
    /// - Returns: `nil` if there is none.
    /// - Throws: `SystemError` as for `file(_:)`, and if the file has more than `largest` bytes.
    package func bytes(of name: String, upTo largest: Int) throws(SystemError) -> [UInt8]? {
        guard let file = try file(name) else { return nil }
        guard file.size <= largest else {
            throw SystemError("\(path)/\(name) has \(file.size) bytes, more than \(largest)")
        }
        return try file.bytes(at: 0, upTo: file.size)
    }

    /// Returns a path by which this process finds a name beneath the open folder, for calls without a descriptor.
    ///
    /// It is valid as long as this object, and short, as the path of a Unix socket has to be.
    package func openPath(of name: String) -> String { "/proc/self/fd/\(descriptor)/\(name)" }

    /// Removes a file, if it exists.
    package func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    /// Writes a file that this user alone can read, in place of any with that name.
    package func store(_ bytes: [UInt8], as name: String) throws(SystemError) {
        unlinkat(descriptor, name, 0)
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw SystemError("\(path)/\(name) cannot be made: \(systemError())") }
        defer { close(file) }
        guard bytes.withUnsafeBytes({ write(file, $0.baseAddress, $0.count) }) == bytes.count else {
            throw SystemError("\(path)/\(name) cannot be written: \(systemError())")
        }
    }

    /// Returns the reason why no file can be written here, or `nil`.
    ///
    /// Writes a file with a new name, and removes it.
    package func writeObstacle() -> String? {
        let name = ".probe-\(UInt64.random(in: .min ... .max))"
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return systemError() }
        // A whole page, because a full disk still has room for an empty file.
        let page = [UInt8](repeating: 0, count: 4096)
        let reason = write(file, page, page.count) == page.count ? nil : systemError()
        close(file)
        remove(name)
        return reason
    }
}

extension OwnFolder: Hashable {
    package static func == (one: OwnFolder, other: OwnFolder) -> Bool { one === other }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
