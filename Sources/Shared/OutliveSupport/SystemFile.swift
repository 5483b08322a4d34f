/// Returns the content of a file, such as one of `/proc`, or `nil` if it cannot be read; invalid UTF-8 is repaired.
///
/// Reads until the end, because files of the kernel report no size.
///
/// - Parameter largest: The maximum number of bytes; of a longer file the result is `nil`.
package func readText(_ path: String, upTo largest: Int = .max) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    return withUnsafeTemporaryAllocation(byteCount: 32_768, alignment: 1) { buffer in
        while true {
            let count = read(descriptor, buffer.baseAddress!, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(contentsOf: buffer[..<count])
            if bytes.count > largest { return nil }
        }
    }
}

extension stat {
    /// The time of the last change of the file or its attributes, in seconds since 1970.
    package var changeTime: Int {
        #if canImport(Darwin)
        st_ctimespec.tv_sec
        #else
        st_ctim.tv_sec
        #endif
    }

    /// The time of the last change of the content, in seconds and nanoseconds since 1970.
    package var contentTime: (seconds: Int, nanoseconds: Int) {
        #if canImport(Darwin)
        (st_mtimespec.tv_sec, st_mtimespec.tv_nsec)
        #else
        (st_mtim.tv_sec, st_mtim.tv_nsec)
        #endif
    }
}

/// Returns `true` if the path exists, even as a dangling link.
package func pathExists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
}

/// Returns the path without links; `nil` with a reason in `errno` if it does not exist.
package func realPath(_ path: String) -> String? {
    // A C string would end at the NUL.
    guard !path.utf8.contains(0) else {
        errno = EINVAL
        return nil
    }
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
}
