internal import Foundation

/// The file that a report goes to.
struct ReportFile: Hashable {
    /// Its absolute path.
    let path: String
    /// The permissions of a file that is made, before those that `umask` takes away.
    private let permissions: mode_t

    init(path: String, permissions: mode_t = 0o666) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
        self.permissions = permissions
    }

    /// A snapshot of a program's heap, which is for its user alone, as the tier writes it.
    static func snapshot(path: String) -> ReportFile { ReportFile(path: path, permissions: 0o600) }

    /// Why it cannot be written, as far as that can be known before there is a report; nil when nothing speaks against it.
    var obstacle: String? {
        let folder = (path as NSString).deletingLastPathComponent
        switch (Self.kind(path), Self.kind(folder)) {
        case (S_IFDIR, _): return "it is a folder"
        case (nil, nil): return "there is no folder \(folder)"
        case (nil, S_IFDIR), (S_IFREG, _):
            // Tried, as there is more than permissions: file systems that are read-only, full, or make no files.
            do throws(SystemError) {
                unlink(try makeTemporary { _ in })
                return nil
            } catch {
                // One that is there can be written where it is.
                guard access(path, W_OK) != 0 else { return nil }
                return "no file can be made in \((target as NSString).deletingLastPathComponent): \(error)"
            }
        case (nil, _): return "\(folder) is no folder"
        default: return access(path, W_OK) == 0 ? nil : "it is read-only"
        }
    }

    /// What is replaced: what a link leads to, not the link.
    private var target: String {
        realpath(path, nil).map { resolved in
            defer { free(resolved) }
            return String(cString: resolved)
        } ?? path
    }

    /// Writes the file: all of it or nothing, where it is one that can be replaced.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        try write { descriptor throws(SystemError) in try writeAll(bytes, to: descriptor) }
    }

    /// Writes the file in pieces: all of it or nothing, where it is one that can be replaced.
    ///
    /// - Parameter fill: writes all pieces to a descriptor; called again where the first way did not do.
    func write(by fill: (Int32) throws(SystemError) -> Void) throws(SystemError) {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] where isOpen(as: descriptor) {
            // Opened again, it would be written from its beginning.
            return try fill(descriptor)
        }
        if let kind = Self.kind(path), kind != S_IFREG {
            return try write(to: path, O_WRONLY, fill)
        }
        let target = target
        do throws(SystemError) {
            let temporary = try makeTemporary(fill)
            guard rename(temporary, target) != 0 else { return }
            let code = errno
            unlink(temporary)
            throw SystemError(code: code)
        } catch {
            // A file that is mounted, or in a folder that is read-only, cannot be replaced, but written. Never on a full
            // disk: what was there would be lost for nothing.
            guard [EBUSY, EXDEV, EACCES, EPERM, EROFS].contains(error.code) else { throw error }
            try write(to: target, O_WRONLY | O_TRUNC, fill)
        }
    }

    /// Writes a new file beside the one to be replaced.
    ///
    /// - Returns: its path.
    private func makeTemporary(_ fill: (Int32) throws(SystemError) -> Void) throws(SystemError) -> String {
        // Chance, as process numbers are often the same in containers, and one that was killed may have left a file.
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

    /// Whether a path leads to the same file as this, also by a link.
    func isSame(as other: String) -> Bool {
        var (here, there) = (stat(), stat())
        return stat(path, &here) == 0 && stat(other, &there) == 0
            && here.st_dev == there.st_dev && here.st_ino == there.st_ino && Self.kind(path) == S_IFREG
    }

    /// Whether this is what a standard stream writes to, as `/dev/stdout` is.
    private func isOpen(as descriptor: Int32) -> Bool {
        var (here, there) = (stat(), stat())
        return stat(path, &here) == 0 && fstat(descriptor, &there) == 0
            && here.st_dev == there.st_dev && here.st_ino == there.st_ino && here.st_rdev == there.st_rdev
    }

    /// The kind of file that a path leads to; nil of none.
    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
