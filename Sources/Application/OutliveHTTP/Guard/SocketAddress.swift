#if LiveReset
internal import OutliveSupport
internal import Outlive

extension SocketAddress {
    /// Returns the address of a path.
    ///
    /// - Throws: `ResetError` if the path exceeds 103 bytes.
    static func unix(path: String) throws -> SocketAddress {
        // Addresses hold 104 bytes on Apple's systems and 108 on Linux, with a final zero. The lower limit applies to
        // all.
        guard path.utf8.count <= 103, path.utf8.first != 0, let address = SocketAddress(path: path) else {
            throw ResetError(
                .cannotListen,
                "the path of a Unix socket has 1 to 103 bytes, and \(path) has \(path.utf8.count); shorten it")
        }
        return address
    }

    /// Binds a socket to the address and listens.
    ///
    /// - Returns: The port, or 0 for a Unix socket.
    func startListening(_ descriptor: Descriptor, at name: String) throws -> UInt16 {
        func give(_ what: String) -> ResetError {
            ResetError(.cannotListen, "cannot \(what) \(name) for resets by HTTP: \(String(cString: strerror(errno)))")
        }
        if family == AF_INET {
            // Allows rebinding while connections of an ended process linger. A port with a listener stays taken.
            var yes: Int32 = 1
            setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
        guard withPointer({ bind(descriptor.number, $0, $1) }) == 0 else { throw give("bind") }
        guard listen(descriptor.number, 256) == 0 else { throw give("listen at") }
        guard let bound = SocketAddress(boundTo: descriptor.number) else { throw give("find the port of") }
        return bound.port
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
        let probe = try Listener.socket(AF_UNIX, counted: census)
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
}
#endif
