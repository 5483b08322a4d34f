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
/// Looking whether somebody listens, removing what was left behind, and binding are three steps: two who took them at once
/// would both listen, and one of them where nobody can connect. The right is a lock on the file `PATH.lock`, which the
/// kernel ends with the process; the file goes away with it, but for that of a process that was killed.
final class PathLock: Sendable {
    private let file: String
    private let number: Int32

    /// - Throws: `ResetError` where somebody else has it, or the file cannot be made.
    init(of path: String) throws {
        file = path + ".lock"
        while true {
            // Nothing is followed or emptied: the file may be somebody's who meant something else by it.
            let number = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard number >= 0 else { throw Self.failure(file, errno) }
            guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                close(number)
                if code == EINTR { continue }
                guard code == EWOULDBLOCK else { throw Self.failure(file, code) }
                throw ResetError(.cannotListen, "another process listens at \(path); choose another path, or end it")
            }
            // The one that had it may have removed the file in between: then this is a lock on nothing.
            var own = stat()
            if fstat(number, &own) == 0, FileIdentity(own) == FileIdentity(at: file) {
                self.number = number
                return
            }
            close(number)
        }
    }

    deinit {
        unlink(file)
        // Not left to the closing: a child process may hold a copy.
        flock(number, LOCK_UN)
        close(number)
    }

    private static func failure(_ file: String, _ code: Int32) -> ResetError {
        ResetError(
            .cannotListen,
            "cannot lock \(file) for resets by HTTP: \(String(cString: strerror(code))); choose another path")
    }
}

/// Which file is meant, whatever it is called.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Of what is at a path, be it a symbolic link; nil where nothing is.
    init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
#endif
