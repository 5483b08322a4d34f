#if LiveReset
internal import OutliveSupport
internal import Outlive
internal import OutliveWire

/// A socket that clients connect to.
final class Listener: Sendable {
    /// The URL for clients: `http://127.0.0.1:PORT`, or `http+unix://` and the percent-encoded path.
    let url: String
    /// The port, or `nil` for a Unix socket.
    let port: UInt16?
    private let descriptor: Descriptor
    private let census: OpenDescriptorCount
    /// The socket file to remove; it is changed only in `deinit`, without concurrent access.
    private nonisolated(unsafe) var file: SocketFile?

    /// Creates a socket and listens.
    ///
    /// - Throws: `ResetError` if the address is not available.
    init(at address: HTTPAddress, counted census: OpenDescriptorCount) throws {
        self.census = census
        switch address {
        case .port(let wanted):
            descriptor = try Self.socket(AF_INET, counted: census)
            let port = try SocketAddress(loopbackPort: wanted).startListening(descriptor, at: "127.0.0.1:\(wanted)")
            self.port = port
            file = nil
            url = "http://127.0.0.1:\(port)"
        case .unix(let path):
            descriptor = try Self.socket(AF_UNIX, counted: census)
            let address = try SocketAddress.unix(path: path)
            let lock = try PathLock(of: path)
            try address.removeStale(path, counted: census)
            // On Linux the file is created with this mode, independent of the umask.
            fchmod(descriptor.number, 0o600)
            _ = try address.startListening(descriptor, at: path)
            chmod(path, 0o600)
            port = nil
            file = SocketFile(path: path, identity: FileIdentity(at: path), lock: lock)
            url = UnixSocketURL(path: path).description
        }
    }

    deinit {
        // Another process may have replaced the file.
        if let file, file.identity != nil, FileIdentity(at: file.path) == file.identity { unlink(file.path) }
        // Released before the socket, because waiters for the socket's end may reuse the path.
        file = nil
    }

    /// The file of a Unix socket.
    private struct SocketFile: Sendable {
        let path: String
        let identity: FileIdentity?
        let lock: PathLock
    }

    /// Waits for the next connection.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func accept() async throws -> Connection {
        while true {
            if let number = acceptNow() { return Connection(Descriptor(number, counted: census)) }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN, EWOULDBLOCK:
                do {
                    try await Readiness.readable.wait(for: descriptor)
                } catch is Connection.Gone {
                    // The poller could not be started, for lack of threads or descriptors.
                    try await Task.sleep(for: .milliseconds(100))
                }
            // Out of descriptors or memory: the client stays in the kernel's queue until they are available.
            default: try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private func acceptNow() -> Int32? {
        // `accept4(2)` is not available from Swift. A child that is spawned before the flag is set inherits the
        // connection, which is harmless: it is shut down before it is closed.
        let number = acceptConnection(descriptor.number)
        return number < 0 ? nil : number
    }

    static func socket(_ family: Int32, counted census: OpenDescriptorCount) throws -> Descriptor {
        // Child processes must not inherit the socket, or they would occupy the port.
        let number = openSocket(family, .stream)
        guard number >= 0 else {
            throw ResetError(.cannotListen, "cannot make a socket: \(String(cString: strerror(errno)))")
        }
        return Descriptor(number, counted: census)
    }
}

/// Returns the descriptor of the next connection, or -1.
private func acceptConnection(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }
#endif
