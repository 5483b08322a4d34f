package import OutliveSupport
package import OutliveWire

/// A socket that clients connect to.
package final class Listener: Sendable {
    /// The URL for clients: `http://127.0.0.1:PORT`, or `http+unix://` and the percent-encoded path.
    package let url: String
    /// The port, or `nil` for a Unix socket.
    package let port: UInt16?
    private let descriptor: Descriptor
    private let census: OpenDescriptorCount
    /// The file of a Unix socket, to remove. It changes only in `deinit`, where there is no concurrent access.
    private nonisolated(unsafe) var file: (path: String, status: stat?, lock: PathLock)?

    /// Creates a socket and starts to listen.
    ///
    /// - Parameter purpose: What clients connect for, as words of an error.
    /// - Throws: `SystemError` if the address is not available.
    package init(
        at address: HTTPAddress, for purpose: String, counted census: OpenDescriptorCount
    ) throws(SystemError) {
        self.census = census
        switch address {
        case .port(let wanted):
            descriptor = try Self.makeSocket(AF_INET, counted: census)
            let port = try SocketAddress(loopbackPort: wanted).startListening(
                descriptor, at: "127.0.0.1:\(wanted)", for: purpose)
            self.port = port
            file = nil
            url = "http://127.0.0.1:\(port)"
        case .unix(let path):
            descriptor = try Self.makeSocket(AF_UNIX, counted: census)
            let address = try SocketAddress.unix(path: path)
            let lock = try PathLock(of: path, for: purpose)
            try address.removeStale(path, counted: census)
            // On Linux the file is created with this mode, independent of the umask.
            fchmod(descriptor.number, 0o600)
            _ = try address.startListening(descriptor, at: path, for: purpose)
            chmod(path, 0o600)
            port = nil
            file = (path, stat(ofEntryAt: path), lock)
            url = UnixSocketURL(path: path).description
        }
    }

    deinit {
        // Another process may have replaced the file.
        if let file, file.status?.isOfSameFile(as: stat(ofEntryAt: file.path)) == true { unlink(file.path) }
        // Released before the socket, because a caller that waits for the socket to close may reuse the path.
        file = nil
    }

    /// Waits for the next connection.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func nextConnection() async throws -> Connection {
        while true {
            if let number = acceptNow() { return Connection(Descriptor(number, counted: census)) }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN, EWOULDBLOCK:
                do {
                    try await Readiness.readable.wait(for: descriptor)
                } catch is Connection.Gone {
                    // The poller could not start, because the process is out of threads or descriptors.
                    try await Task.sleep(for: .milliseconds(100))
                }
            // Out of descriptors or memory: the client stays in the kernel's queue until some are available.
            default: try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private func acceptNow() -> Int32? {
        // `accept4(2)` is not available from Swift. A child that is spawned before the flag is set inherits the
        // connection, which is harmless: it is shut down before it is closed.
        let number = accept(descriptor.number, nil, nil)
        return number < 0 ? nil : number
    }

    static func makeSocket(_ family: Int32, counted census: OpenDescriptorCount) throws(SystemError) -> Descriptor {
        // Child processes must not inherit the socket, or they would occupy the port.
        let number = openSocket(family, .stream)
        guard number >= 0 else {
            throw SystemError("cannot make a socket: \(systemError())")
        }
        return Descriptor(number, counted: census)
    }
}

extension SocketAddress {
    /// Returns the address of a path.
    ///
    /// - Throws: `SystemError` if the path exceeds 103 bytes.
    static func unix(path: String) throws(SystemError) -> SocketAddress {
        // An address has room for 104 bytes on Apple's systems and 108 on Linux, including a terminating zero. The
        // lower limit applies everywhere.
        guard path.utf8.count <= 103, path.utf8.first != 0, let address = SocketAddress(path: path) else {
            throw SystemError(
                "the path of a Unix socket has 1 to 103 bytes, and \(path) has \(path.utf8.count); shorten it")
        }
        return address
    }

    /// Binds a socket to the address and listens.
    ///
    /// - Returns: The port, or 0 for a Unix socket.
    func startListening(
        _ descriptor: Descriptor, at name: String, for purpose: String
    ) throws(SystemError) -> UInt16 {
        func failure(_ what: String) -> SystemError {
            SystemError("cannot \(what) \(name) for \(purpose): \(systemError())")
        }
        if family == AF_INET {
            // Allows binding while connections of an ended process linger. A port with a listener stays unavailable.
            var yes: Int32 = 1
            setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
        guard withPointer({ bind(descriptor.number, $0, $1) }) == 0 else { throw failure("bind") }
        guard listen(descriptor.number, 256) == 0 else { throw failure("listen at") }
        guard let bound = SocketAddress(boundTo: descriptor.number) else { throw failure("find the port of") }
        return bound.port
    }

    /// Removes a stale socket file, which has no listener.
    ///
    /// - Throws: `SystemError` if the socket has a listener or the path is not a socket.
    func removeStale(_ path: String, counted census: OpenDescriptorCount) throws(SystemError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw SystemError("\(path) exists and is no socket; choose another path, or remove it")
        }
        let probe = try Listener.makeSocket(AF_UNIX, counted: census)
        let code = withPointer { connect(probe.number, $0, $1) } == 0 ? 0 : errno
        switch code {
        case ECONNREFUSED: unlink(path)
        case ENOENT: return
        // `EAGAIN` means that the listener's queue is full.
        case 0, EAGAIN:
            throw SystemError("another process listens at \(path); choose another path, or end it")
        default:
            throw SystemError(
                "cannot determine whether a process listens at \(path): \(systemError(code)); "
                    + "choose another path, or remove it")
        }
    }
}
