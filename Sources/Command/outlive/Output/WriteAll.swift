internal import Foundation

/// An error of a system call.
struct SystemError: Error, CustomStringConvertible {
    /// The value of `errno`.
    let code: Int32

    /// The system's description of the error.
    var description: String { String(cString: strerror(code)) }
}

/// Writes all bytes to an open file, pipe or terminal.
///
/// `FileHandle.write(_:)` would end the process on an error, with the children still alive.
///
/// - Throws: `SystemError`, with `EPIPE` if the pipe is closed and SIGPIPE is ignored.
func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws(SystemError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
            rest = rest.dropFirst(count)
        } else {
            try waitToRetry(descriptor, for: POLLOUT)
        }
    }
}

/// Waits a moment after an interrupted call, or if another process on the terminal has made it non-blocking.
///
/// - Throws: `SystemError` if the call failed for another reason.
func waitToRetry(_ descriptor: Int32, for event: Int32) throws(SystemError) {
    if errno == EAGAIN {
        var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        poll(&entry, 1, 100)
    } else if errno != EINTR {
        throw SystemError(code: errno)
    }
}

/// Makes failed writes errors: SIGPIPE, and SIGXFSZ at the size limit of a file, would end this process before its
/// children.
func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
}

/// Writes text to standard error, ignoring errors.
func writeToStandardError(_ text: String) {
    try? writeAll(text.utf8, to: STDERR_FILENO)
}

/// Writes one line to standard error.
func complain(_ message: String) {
    writeToStandardError(Terminal.shown(message) + "\n")
}
