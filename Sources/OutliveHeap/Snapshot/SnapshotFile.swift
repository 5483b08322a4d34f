#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

extension HeapSnapshot {
    /// The largest file that is read, in bytes: some forty million blocks.
    static let largestFile = 4 << 30

    /// Reads the snapshot in a file.
    ///
    /// Blocks the calling thread while it is read.
    ///
    /// - Parameter path: the file's path.
    /// - Throws: what keeps the file from being read, or what is wrong in it and where.
    public init(path: String) throws(HeapSnapshotError) {
        // Not to wait for the other end of a pipe that has the name.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw HeapSnapshotError("\(path) cannot be opened: \(reason())") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw HeapSnapshotError("\(path) cannot be looked at: \(reason())")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw HeapSnapshotError("\(path) is not a file") }
        guard status.st_size <= Self.largestFile else {
            throw HeapSnapshotError("\(path) is larger than the 4 GiB that are read")
        }
        // The header first: a large file of another kind is not read for nothing.
        let start = try read(descriptor, upTo: SectionTable.headerBytes, path)
        _ = try Header(start.span.bytes, fileBytes: Int(status.st_size))
        guard lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw HeapSnapshotError("\(path) cannot be read: \(reason())")
        }
        try self.init(try read(descriptor, upTo: Int(status.st_size), path))
    }
}

/// The bytes of a file from its present position on, as many as there are.
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

/// What the last call into the C library failed for.
private func reason() -> String { String(cString: strerror(errno)) }
