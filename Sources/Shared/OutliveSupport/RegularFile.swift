/// A regular file that stays open for reading until the object is released.
package final class RegularFile: Sendable {
    /// The size in bytes when the file was opened.
    package let size: Int
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Parameter followsLink: `false` to refuse a symbolic link.
    /// - Throws: `SystemError` if the file cannot be opened or is not a regular file.
    package convenience init(path: String, followsLink: Bool = true) throws(SystemError) {
        // Without `O_NONBLOCK`, opening a named pipe would wait for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW))
        try self.init(opened: descriptor, path: path)
    }

    /// Takes over a descriptor that was opened without blocking, or the failure to open it, which `errno` explains.
    ///
    /// - Parameters:
    ///   - path: The path for messages.
    ///   - owner: The user that the file must belong to, or `nil` for any.
    package init(opened descriptor: Int32, path: String, owner: uid_t? = nil) throws(SystemError) {
        guard descriptor >= 0 else { throw SystemError("\(path) cannot be opened: \(systemError())") }
        var status = stat()
        let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        guard isRegular, owner == nil || status.st_uid == owner else {
            close(descriptor)
            throw SystemError("\(path) \(isRegular ? "belongs to another user" : "is not a file")")
        }
        (self.descriptor, size) = (descriptor, Int(max(status.st_size, 0)))
    }

    deinit { close(descriptor) }

    /// Reads `count` bytes from an offset, or fewer at the end of the file.
    package func bytes(at offset: Int, upTo count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            buffer.preferLargePages()
            while filled < count {
                let got = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = SystemError("the file cannot be read: \(systemError())") }
                guard got > 0 else { return }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
