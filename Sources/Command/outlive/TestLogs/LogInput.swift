internal import Foundation

/// A log that is read in pieces from a file or standard input.
struct LogInput {
    private static let pieceSize = 1 << 20

    /// The path as given, where `-` is standard input.
    let path: String

    /// Reads the whole log.
    ///
    /// - Parameter body: Processes a piece, which is valid during the call, and returns `true` to read on.
    /// - Throws: `SystemError` if the log cannot be opened or read.
    func read(_ body: (UnsafeRawBufferPointer) -> Bool) throws(SystemError) {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        defer { if path != "-" { close(descriptor) } }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 4096)
        defer { piece.deallocate() }
        while true {
            let count = Foundation.read(descriptor, piece.baseAddress, piece.count)
            if count == 0 { return }
            if count > 0 {
                guard body(UnsafeRawBufferPointer(rebasing: piece[..<count])) else { return }
            } else if errno == EAGAIN {
                // Another process on the terminal has made it non-blocking.
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&entry, 1, 100)
            } else if errno != EINTR {
                throw SystemError(code: errno)
            }
        }
    }
}
