internal import Foundation
internal import OutliveSupport

/// The entry of a folder that an output path leads to. The folder stays open, so that it cannot be exchanged meanwhile.
///
/// In a folder like /tmp, sticky and writable by all users, another user may have planted the entry. There a link is
/// followed, and a file or FIFO written, only if it belongs to this user or to the owner of the folder. These are the
/// kernel's rules under `fs.protected_symlinks`, `protected_regular` and `protected_fifos`, applied here whatever the
/// kernel is set to, and also to links among the folders of the path.
struct OutputEntry {
    /// The file that is there, or `nil` if there is none yet.
    let existing: stat?
    private let folder: OpenFolder
    private let name: [CChar]
    /// `true` if the entry is a link of /proc, which leads to an open file even if its text names none.
    private let isHandle: Bool

    /// Follows a path.
    ///
    /// - Parameter path: An absolute path.
    /// - Throws: `SystemError` if a folder of the path is missing, or a link or file is another user's.
    init(path: String) throws(SystemError) {
        var folder = try OpenFolder("/".utf8CString, in: nil)
        var rest = Self.names(of: Array(path.utf8))
        var links = 0
        while let name = rest.popLast() {
            let found: OpenFolder
            do throws(SystemError) {
                found = try folder.open(name, isLast: rest.isEmpty)
            } catch {
                guard error.code == ENOENT, rest.isEmpty else { throw error }
                self.init(existing: nil, folder: folder, name: name, isHandle: false)
                return
            }
            if found.kind == S_IFLNK, folder.isOfProcesses {
                let target = try OpenFolder(name, in: folder, following: true)
                guard !rest.isEmpty else {
                    self.init(existing: target.status, folder: folder, name: name, isHandle: true)
                    return
                }
                folder = target
            } else if found.kind == S_IFLNK {
                try folder.checkOwner(of: found, name, is: "a link of")
                links += 1
                guard links <= 40 else { throw SystemError(code: ELOOP) }
                let target = try found.linkTarget()
                if target.first == UInt8(ascii: "/") { folder = try OpenFolder("/".utf8CString, in: nil) }
                rest += Self.names(of: target)
            } else if rest.isEmpty {
                if [S_IFREG, S_IFIFO].contains(found.kind) {
                    try folder.checkOwner(of: found, name, is: "a file of")
                }
                self.init(existing: found.status, folder: folder, name: name, isHandle: false)
                return
            } else {
                folder = found
            }
        }
        self.init(existing: folder.status, folder: folder, name: Array(".".utf8CString), isHandle: false)
    }

    private init(existing: stat?, folder: OpenFolder, name: [CChar], isHandle: Bool) {
        (self.existing, self.folder, self.name, self.isHandle) = (existing, folder, name, isHandle)
    }

    /// Returns the names of a path, the last one first.
    private static func names(of path: [UInt8]) -> [[CChar]] {
        path.split(separator: UInt8(ascii: "/")).reversed().map { $0.map(CChar.init(bitPattern:)) + [0] }
    }

    /// The type of the file that is there, or `nil` if there is none.
    var kind: mode_t? { existing.map { $0.st_mode & S_IFMT } }

    /// `true` if a new file can take the place of the entry.
    var isReplaceable: Bool { !isHandle && [nil, S_IFREG].contains(kind) }

    /// `true` if the file that is there can be written.
    var isWritable: Bool { faccessat(folder.number, name, W_OK, 0) == 0 }

    /// Returns `true` if an open file is the one that is there.
    func isOpen(as descriptor: Int32) -> Bool {
        var status = stat()
        guard let existing, fstat(descriptor, &status) == 0 else { return false }
        return (status.st_dev, status.st_ino, status.st_rdev) == (existing.st_dev, existing.st_ino, existing.st_rdev)
    }

    /// Creates a file beside the entry and removes it, to find out whether that is possible.
    func tryReplacing() throws(SystemError) { remove(try makeTemporary(0o600) { _ in }) }

    /// Writes a new file and puts it in the place of the entry.
    ///
    /// - Parameter permissions: The permissions of the new file, before `umask`.
    func replace(_ permissions: mode_t, _ fill: (Int32) throws(SystemError) -> Void) throws(SystemError) {
        let temporary = try makeTemporary(permissions, fill)
        guard renameat(folder.number, temporary, folder.number, name) != 0 else { return }
        let code = errno
        remove(temporary)
        throw SystemError(code: code)
    }

    /// Writes to the file that is there, from its beginning.
    func overwrite(_ fill: (Int32) throws(SystemError) -> Void) throws(SystemError) {
        // Without `O_TRUNC`, because the file may have been exchanged since it was checked.
        let descriptor = openat(folder.number, name, O_WRONLY | O_CLOEXEC | O_NOCTTY | (isHandle ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        defer { close(descriptor) }
        guard isOpen(as: descriptor) else { throw SystemError(code: ESTALE) }
        guard kind != S_IFREG || ftruncate(descriptor, 0) == 0 else { throw SystemError(code: errno) }
        try fill(descriptor)
    }

    /// Writes a new file beside the entry, and returns its name.
    private func makeTemporary(
        _ permissions: mode_t, _ fill: (Int32) throws(SystemError) -> Void
    ) throws(SystemError) -> [CChar] {
        // A random name, because process identifiers repeat in containers, and a killed process may have left a file.
        let suffix = ".\(String(UInt32.random(in: 0...UInt32.max), radix: 36)).part"
        let temporary = Array(name.dropLast()) + Array(suffix.utf8CString)
        let descriptor = openat(
            folder.number, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        defer { close(descriptor) }
        do throws(SystemError) {
            try fill(descriptor)
        } catch {
            remove(temporary)
            throw error
        }
        return temporary
    }

    private func remove(_ temporary: [CChar]) { unlinkat(folder.number, temporary, 0) }
}
