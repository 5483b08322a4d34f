#if LiveReset
internal import Outlive

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A socket address in the form of the kernel.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length: socklen_t

    /// Returns the address of a port of 127.0.0.1.
    static func loopback(port: UInt16) -> SocketAddress {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return SocketAddress(address)
    }

    /// Returns the address of a path.
    ///
    /// - Throws: `ResetError` if the path exceeds 103 bytes.
    static func unix(path: String) throws -> SocketAddress {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        // Addresses hold 104 bytes on Apple's systems and 108 on Linux, with a final zero. The lower limit applies to
        // all.
        guard (1...103).contains(bytes.count), !bytes.contains(0) else {
            throw ResetError(
                .cannotListen,
                "the path of a Unix socket has 1 to 103 bytes, and \(path) has \(bytes.count); shorten it")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return SocketAddress(address)
    }

    private init<Address>(_ address: Address) {
        length = socklen_t(MemoryLayout<Address>.size)
        withUnsafeMutableBytes(of: &storage) { storage in
            withUnsafeBytes(of: address) { storage.copyMemory(from: $0) }
        }
    }

    /// Binds a socket to the address and listens.
    ///
    /// - Returns: The port, or 0 for a Unix socket.
    func bindAndListen(_ descriptor: Descriptor, at name: String) throws -> UInt16 {
        func failure(_ what: String) -> ResetError {
            ResetError(.cannotListen, "cannot \(what) \(name) for resets by HTTP: \(String(cString: strerror(errno)))")
        }
        if Int32(storage.ss_family) == AF_INET {
            // Allows rebinding while connections of an ended process linger. A port with a listener stays taken.
            var yes: Int32 = 1
            setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
        guard withPointer({ bind(descriptor.number, $0, $1) }) == 0 else { throw failure("bind") }
        guard listen(descriptor.number, 256) == 0 else { throw failure("listen at") }
        guard Int32(storage.ss_family) == AF_INET else { return 0 }
        var bound = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isNamed = withUnsafeMutablePointer(to: &bound) { bound in
            bound.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor.number, $0, &length) == 0 }
        }
        guard isNamed else { throw failure("find the port of") }
        return UInt16(bigEndian: bound.sin_port)
    }

    /// Removes a stale socket without a listener.
    ///
    /// - Throws: `ResetError` if the socket has a listener or the path is not a socket.
    func removeStale(_ path: String, counted census: OpenDescriptorCount) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw ResetError(.cannotListen, "\(path) exists and is no socket; choose another path, or remove it")
        }
        let probe = try Listener.makeSocket(AF_UNIX, counted: census)
        let code = withPointer { connect(probe.number, $0, $1) } == 0 ? 0 : errno
        switch code {
        case ECONNREFUSED: unlink(path)
        case ENOENT: return
        // `EAGAIN` means that the listener's queue is full.
        case 0, EAGAIN:
            throw ResetError(.cannotListen, "another process listens at \(path); choose another path, or end it")
        default:
            throw ResetError(
                .cannotListen,
                "cannot tell whether anybody listens at \(path): \(String(cString: strerror(code))); "
                    + "choose another path, or remove it")
        }
    }

    private func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
#endif
