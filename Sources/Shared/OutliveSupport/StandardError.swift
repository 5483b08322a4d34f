/// Messages on standard error: problems of Outlive itself, and addresses that the user needs.
package enum StandardError {
    /// Writes one line with the prefix `outlive:`, in a single system call.
    package static func line(_ text: String) {
        write("outlive: \(text)")
    }

    /// Writes one line unchanged, in a single system call.
    ///
    /// On Linux, a pipe without a reader raises no SIGPIPE, which would end the application.
    package static func write(_ line: String, to descriptor: Int32 = STDERR_FILENO) {
        let bytes = Array("\(line)\n".utf8)
        _ = writeWithoutSignal(bytes, to: descriptor)
    }
}

/// Writes bytes in a single system call without a SIGPIPE, except on Darwin, which lacks `sigtimedwait(2)`.
///
/// - Returns: The number of bytes that were written, or -1.
package func writeWithoutSignal(_ bytes: [UInt8], to descriptor: Int32) -> Int {
    #if canImport(Darwin)
    return write(descriptor, bytes, bytes.count)
    #else
    var (pipe, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    sigpending(&pending)
    let count = write(descriptor, bytes, bytes.count)
    // A signal that was pending before belongs to the application.
    guard count < 0, errno == EPIPE, sigismember(&pending, SIGPIPE) == 0 else { return count }
    var now = timespec()
    while sigtimedwait(&pipe, nil, &now) < 0, errno == EINTR {}
    return count
    #endif
}
