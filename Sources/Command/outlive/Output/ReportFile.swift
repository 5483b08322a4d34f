internal import Foundation

/// A file that a report is written to.
struct ReportFile: Hashable {
    let path: String
    /// The permissions of a new file, before `umask`.
    private let permissions: mode_t

    init(path: String, permissions: mode_t = 0o666) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
        self.permissions = permissions
    }

    /// Returns the file of a heap snapshot, which only its user can read, like those of the heap tier.
    static func snapshot(path: String) -> ReportFile { ReportFile(path: path, permissions: 0o600) }

    /// The reason why the file cannot be written, or `nil` if none is known beforehand.
    var obstacle: String? {
        let folder = (path as NSString).deletingLastPathComponent
        switch (Self.kind(path), Self.kind(folder)) {
        case (S_IFDIR, _): return "it is a folder"
        case (nil, nil): return "there is no folder \(folder)"
        case (nil, S_IFDIR), (S_IFREG, _):
            // A trial also detects file systems that are read-only or full.
            do throws(SystemError) {
                unlink(try makeTemporary { _ in })
                return nil
            } catch {
                // An existing file can be overwritten in place.
                guard access(path, W_OK) != 0 else { return nil }
                return "cannot create a file in \((target as NSString).deletingLastPathComponent): \(error)"
            }
        case (nil, _): return "\(folder) is not a folder"
        default: return access(path, W_OK) == 0 ? nil : "it is read-only"
        }
    }

    /// The path of the file to replace, with links resolved.
    private var target: String {
        realpath(path, nil).map { resolved in
            defer { free(resolved) }
            return String(cString: resolved)
        } ?? path
    }

    /// Writes the file, atomically if it can be replaced.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        try write { descriptor throws(SystemError) in try writeAll(bytes, to: descriptor) }
    }

    /// Writes the file in pieces, atomically if it can be replaced.
    ///
    /// - Parameter fill: Writes all pieces to a descriptor. It is called again if the file cannot be replaced.
    func write(by fill: (Int32) throws(SystemError) -> Void) throws(SystemError) {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] where isOpen(as: descriptor) {
            // Opening the stream's file again would overwrite it from the beginning.
            return try fill(descriptor)
        }
        if let kind = Self.kind(path), kind != S_IFREG { return try write(to: path, O_WRONLY, fill) }
        let target = target
        do throws(SystemError) {
            let temporary = try makeTemporary(fill)
            guard rename(temporary, target) != 0 else { return }
            let code = errno
            unlink(temporary)
            throw SystemError(code: code)
        } catch {
            // A mounted file, or one in a read-only folder, can be written but not replaced. A full disk is an error,
            // because overwriting would lose the old content for nothing.
            guard [EBUSY, EXDEV, EACCES, EPERM, EROFS].contains(error.code) else { throw error }
            try write(to: target, O_WRONLY | O_TRUNC, fill)
        }
    }

    /// Writes a new file beside the one to replace.
    ///
    /// - Returns: The path of the new file.
    private func makeTemporary(_ fill: (Int32) throws(SystemError) -> Void) throws(SystemError) -> String {
        // A random name, because process identifiers repeat in containers, and a killed process may have left a file.
        let temporary = "\(target).\(String(UInt32.random(in: 0...UInt32.max), radix: 36)).part"
        do throws(SystemError) {
            try write(to: temporary, O_WRONLY | O_CREAT | O_EXCL, fill)
        } catch {
            if error.code != EEXIST { unlink(temporary) }
            throw error
        }
        return temporary
    }

    private func write(
        to path: String, _ flags: Int32, _ fill: (Int32) throws(SystemError) -> Void
    ) throws(SystemError) {
        let descriptor = open(path, flags | O_CLOEXEC, permissions)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        defer { close(descriptor) }
        try fill(descriptor)
    }

    /// Returns `true` if a path leads to the same regular file, also by a link.
    func isSame(as other: String) -> Bool {
        var (here, there) = (stat(), stat())
        return stat(path, &here) == 0 && stat(other, &there) == 0
            && here.st_dev == there.st_dev && here.st_ino == there.st_ino && Self.kind(path) == S_IFREG
    }

    /// Returns `true` if a standard stream writes to this file, as with `/dev/stdout`.
    private func isOpen(as descriptor: Int32) -> Bool {
        var (here, there) = (stat(), stat())
        return stat(path, &here) == 0 && fstat(descriptor, &there) == 0
            && here.st_dev == there.st_dev && here.st_ino == there.st_ino && here.st_rdev == there.st_rdev
    }

    /// Returns the type of the file that a path leads to, or `nil` if there is none.
    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
