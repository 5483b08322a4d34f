internal import OutliveSupport

/// An exclusive lock, among all processes, that permits one notifier to listen at a path.
///
/// Checking for a listener, removing a stale socket and binding are three steps. If two processes interleaved them,
/// both would listen, one of them unreachable. The lock is an advisory lock on the file `PATH.lock`, for the lifetime
/// of the object. The kernel releases it with the process, and the file is removed unless the process is killed. A file
/// that is not empty or belongs to another user has another purpose and is left unchanged.
final class PathLock: Sendable {
    private let file: String
    private let number: Int32

    /// Acquires the lock of a path.
    ///
    /// - Parameter purpose: What the path is for, as words of an error.
    /// - Throws: `SystemError` if another process has the lock, or the file cannot be created or is not a lock file.
    init(of path: String, for purpose: String) throws(SystemError) {
        file = path + ".lock"
        while true {
            // Opens without following links, truncating or blocking.
            let number = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard number >= 0 else { throw Self.failure(file, purpose, errno) }
            guard Self.status(ofLock: number) != nil else {
                close(number)
                throw SystemError(
                    "cannot lock \(file) for \(purpose): it is no empty file of this user, as such a lock is; "
                        + "choose another path, or remove it")
            }
            guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                close(number)
                if code == EINTR { continue }
                guard code == EWOULDBLOCK else { throw Self.failure(file, purpose, code) }
                throw SystemError("another process listens at \(path); choose another path, or end it")
            }
            // The previous owner may have removed the file meanwhile. A lock on a removed file has no effect.
            if Self.isLock(number, at: file) {
                self.number = number
                return
            }
            close(number)
        }
    }

    deinit {
        if Self.isLock(number, at: file) { unlink(file) }
        // Explicitly, because a child process may hold a copy of the descriptor.
        flock(number, LOCK_UN)
        close(number)
    }

    /// Returns `true` if an open file is a lock file and is still the file at the path.
    private static func isLock(_ number: Int32, at file: String) -> Bool {
        status(ofLock: number)?.isOfSameFile(as: stat(ofEntryAt: file)) == true
    }

    /// Returns the status of an open file, or `nil` if it is not a lock file.
    private static func status(ofLock number: Int32) -> stat? {
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_size == 0
        else { return nil }
        return status
    }

    private static func failure(_ file: String, _ purpose: String, _ code: Int32) -> SystemError {
        SystemError(
            "cannot lock \(file) for \(purpose): \(systemError(code)); choose another path")
    }
}

extension stat {
    /// Reads the status of the entry at a path, without following symbolic links; returns `nil` if there is none.
    init?(ofEntryAt path: String) {
        self.init()
        guard lstat(path, &self) == 0 else { return nil }
    }

    /// Returns `true` if both are of one file, which its device and inode identify under any name.
    func isOfSameFile(as other: stat?) -> Bool { st_dev == other?.st_dev && st_ino == other?.st_ino }
}
