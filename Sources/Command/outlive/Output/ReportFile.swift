internal import Foundation
internal import OutliveSupport

/// A file that a report is written to.
struct ReportFile: Hashable {
    let path: String
    /// The permissions of a new file, before `umask`.
    private let permissions: mode_t

    init(path: String, permissions: mode_t = 0o666) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
        self.permissions = permissions
    }

    /// Returns the file of a heap snapshot, which only its user can read, like the files of the heap tier.
    static func snapshot(path: String) -> ReportFile { ReportFile(path: path, permissions: 0o600) }

    /// The reason why the file cannot be written, or `nil` if none is known beforehand.
    var obstacle: String? {
        let entry: OutputEntry
        do throws(SystemError) { entry = try OutputEntry(path: path) } catch { return obstacle(error) }
        guard entry.kind != S_IFDIR else { return "it is a folder" }
        guard entry.isReplaceable else { return entry.isWritable ? nil : "it is read-only" }
        do throws(SystemError) {
            // A trial also detects file systems that are read-only or full.
            try entry.tryReplacing()
            return nil
        } catch {
            // An existing file can be overwritten in place.
            return entry.isWritable ? nil : "cannot create a file in \(folder): \(error)"
        }
    }

    private func obstacle(_ error: SystemError) -> String {
        switch (error.code, Self.kind(folder)) {
        case (ENOENT, nil): "there is no folder \(folder)"
        case (ENOENT, _): "it is a link into a folder that does not exist"
        case (ENOTDIR, let kind) where kind != S_IFDIR: "\(folder) is not a folder"
        default: "\(error)"
        }
    }

    private var folder: String { (path as NSString).deletingLastPathComponent }

    /// Writes the file, atomically if it can be replaced.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        try write { descriptor throws(SystemError) in try writeAll(bytes, to: descriptor) }
    }

    /// Writes the file in pieces, atomically if it can be replaced.
    ///
    /// - Parameter fill: Writes all pieces to a descriptor. It is called again if the file cannot be replaced.
    /// - Throws: `SystemError`, also for a link or a file that another user has made in a folder like /tmp.
    func write(by fill: (Int32) throws(SystemError) -> Void) throws(SystemError) {
        let entry = try OutputEntry(path: path)
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] where entry.isOpen(as: descriptor) {
            // Opening the stream's file again would overwrite it from the beginning.
            return try fill(descriptor)
        }
        guard entry.isReplaceable else { return try entry.overwrite(fill) }
        do throws(SystemError) {
            try entry.replace(permissions, fill)
        } catch {
            // A mounted file, or one in a read-only folder, can be written but not replaced. A full disk is an error,
            // because overwriting would lose the old content for nothing.
            guard entry.existing != nil, [EBUSY, EXDEV, EACCES, EPERM, EROFS].contains(error.code) else { throw error }
            try entry.overwrite(fill)
        }
    }

    /// Returns `true` if another output would be written to the same file, which need not exist yet.
    func coincides(with other: ReportFile) -> Bool { path == other.path || isSame(as: other.path) }

    /// Returns `true` if a path leads to the same regular file, also by a link.
    func isSame(as other: String) -> Bool {
        var (here, there) = (stat(), stat())
        return stat(path, &here) == 0 && stat(other, &there) == 0
            && here.st_dev == there.st_dev && here.st_ino == there.st_ino && Self.kind(path) == S_IFREG
    }

    /// Returns `true` if an open file is this one, as with `/dev/stdout`.
    func isOpen(as descriptor: Int32) -> Bool { (try? OutputEntry(path: path))?.isOpen(as: descriptor) ?? false }

    /// Returns the type of the file that a path leads to, or `nil` if there is none.
    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
