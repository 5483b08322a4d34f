internal import OutliveSupport

extension HeapSnapshot {
    /// The maximum file size in bytes, enough for about forty million blocks.
    static let largestFile = 4 << 30

    /// Reads the snapshot in a file, blocking the calling thread.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: An error that says why the file cannot be read, or which part of it is invalid.
    package init(path: String) throws(HeapSnapshotError) {
        // Without `O_NONBLOCK`, opening a named pipe would wait for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw HeapSnapshotError("\(path) cannot be opened: \(reason())") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw HeapSnapshotError("cannot read the attributes of \(path): \(reason())")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw HeapSnapshotError("\(path) is not a file") }
        guard status.st_size <= Self.largestFile else {
            throw HeapSnapshotError("\(path) is larger than the limit of 4 GiB")
        }
        // The header is checked first, to reject large files of another kind early.
        let start = try read(descriptor, upTo: SectionTable.headerBytes, path)
        _ = try Header(start.span.bytes, fileBytes: Int(status.st_size))
        guard lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw HeapSnapshotError("\(path) cannot be read: \(reason())")
        }
        try self.init(try read(descriptor, upTo: Int(status.st_size), path))
    }
}

/// Returns up to `count` bytes of a file from its current position.
private func read(_ descriptor: Int32, upTo count: Int, _ path: String) throws(HeapSnapshotError) -> [UInt8] {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        while filled < count {
            let got = read(descriptor, buffer.baseAddress! + filled, count - filled)
            if got < 0, errno == EINTR { continue }
            failed = got < 0
            guard got > 0 else { return }
            filled += got
        }
    }
    guard !failed else { throw HeapSnapshotError("\(path) cannot be read: \(reason())") }
    return bytes
}

private func reason() -> String { String(cString: strerror(errno)) }
