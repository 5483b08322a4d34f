/// The address of a socket, as system calls expect it.
package struct SocketAddress: Sendable {
    /// The longest path of a Unix socket in bytes: `sun_path` without the terminating zero.
    package static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    private var storage = sockaddr_storage()
    private var length: socklen_t

    /// The address family: `AF_INET`, `AF_INET6` or `AF_UNIX`.
    package var family: Int32 { Int32(storage.ss_family) }

    /// The port of an IPv4 address, or 0 for any other.
    package var port: UInt16 {
        guard family == AF_INET else { return 0 }
        return withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.load(as: sockaddr_in.self).sin_port) }
    }

    /// Creates the address of a Unix socket.
    ///
    /// - Parameter path: A path of 1 to `longestPath` bytes, or in Linux's abstract namespace a name after `\0`.
    /// - Returns: `nil` if the path has another length or contains a zero byte.
    package init?(path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard (1...Self.longestPath).contains(bytes.count), !bytes.dropFirst().contains(0) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // The length terminates an abstract name, a zero byte terminates a path.
        let offset = MemoryLayout<sockaddr_un>.size - (Self.longestPath + 1)
        let size = bytes[0] == 0 ? offset + bytes.count : MemoryLayout<sockaddr_un>.size
        self.init(copying: &address, length: size)
    }

    /// Creates the address of a port on the loopback interface.
    package init(loopbackPort port: UInt16) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        self.init(copying: &address, length: MemoryLayout<sockaddr_in>.size)
    }

    /// Reads the address to which a socket is bound; returns `nil` after an error of `getsockname(2)`.
    package init?(boundTo descriptor: Int32) {
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var length = length
        let code = withUnsafeMutableBytes(of: &storage) {
            getsockname(descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), &length)
        }
        guard code == 0 else { return nil }
        self.length = length
    }

    /// Copies an address of the C library.
    package init(copying address: UnsafeRawPointer, length: Int) {
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: length))
        }
        self.length = socklen_t(length)
    }

    /// Calls `body` with a pointer to the address and its length, as system calls expect them.
    package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafeBytes(of: storage) { body($0.baseAddress!.assumingMemoryBound(to: sockaddr.self), length) }
    }
}

/// The type of a socket.
package enum SocketKind {
    /// A byte stream over a connection.
    case stream
    /// Separate messages.
    case datagram
}

/// Opens a socket that programs started by this process do not inherit; returns -1 after an error of `socket(2)`.
package func openSocket(_ family: Int32, _ kind: SocketKind) -> Int32 {
    #if canImport(Glibc)
    let type = kind == .stream ? SOCK_STREAM : SOCK_DGRAM
    return socket(family, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #elseif canImport(Musl)
    return socket(family, (kind == .stream ? SOCK_STREAM : SOCK_DGRAM) | SOCK_CLOEXEC, 0)
    #else
    let descriptor = socket(family, kind == .stream ? SOCK_STREAM : SOCK_DGRAM, 0)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
    #endif
}

/// Sets the time after which a blocking call on a socket fails.
///
/// - Parameters:
///   - option: `SO_RCVTIMEO` or `SO_SNDTIMEO`.
///   - seconds: Seconds, at least 1.
package func setTimeout(_ option: Int32, of descriptor: Int32, seconds: Int) {
    var timeout = timeval()
    timeout.tv_sec = .init(seconds)
    setsockopt(descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
}
