#if LiveReset
internal import Outlive

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The right to listen at a path, for as long as the object lives: of all processes and notifiers one has it.
///
/// Looking whether somebody listens, removing what was left behind, and binding are three steps: two who took them at
/// once would both listen, and one of them where nobody can connect. The right is a lock on the file `PATH.lock`, which
/// the kernel ends with the process; the file goes away with it, but for that of a process that was killed. A file that
/// is not as such a lock is, empty and this user's, is somebody's who meant something else by it: it is left alone.
final class PathLock: Sendable {
    private let file: String
    private let number: Int32

    /// - Throws: `ResetError` where somebody else has it, or the file cannot be made, or is no such lock.
    init(of path: String) throws {
        file = path + ".lock"
        while true {
            // Nothing is followed, emptied or waited for.
            let number = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard number >= 0 else { throw Self.failure(file, errno) }
            guard Self.status(ofLock: number) != nil else {
                close(number)
                throw ResetError(
                    .cannotListen,
                    "cannot lock \(file) for resets by HTTP: it is no empty file of this user, as such a lock is; "
                        + "choose another path, or remove it")
            }
            guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                close(number)
                if code == EINTR { continue }
                guard code == EWOULDBLOCK else { throw Self.failure(file, code) }
                throw ResetError(.cannotListen, "another process listens at \(path); choose another path, or end it")
            }
            // The one that had it may have removed the file in between: then this is a lock on nothing.
            if Self.isLock(number, at: file) {
                self.number = number
                return
            }
            close(number)
        }
    }

    deinit {
        if Self.isLock(number, at: file) { unlink(file) }
        // Not left to the closing: a child process may hold a copy.
        flock(number, LOCK_UN)
        close(number)
    }

    /// Whether an open file is such a lock, and the one that is at a path.
    private static func isLock(_ number: Int32, at file: String) -> Bool {
        guard let status = status(ofLock: number) else { return false }
        return FileIdentity(status) == FileIdentity(at: file)
    }

    /// The status of an open file; nil where it is no such lock.
    private static func status(ofLock number: Int32) -> stat? {
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_size == 0
        else { return nil }
        return status
    }

    private static func failure(_ file: String, _ code: Int32) -> ResetError {
        ResetError(
            .cannotListen,
            "cannot lock \(file) for resets by HTTP: \(String(cString: strerror(code))); choose another path")
    }
}
#endif
