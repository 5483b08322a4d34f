internal import OutliveSupport

enum ConnectionError: Error, Equatable, CustomStringConvertible {
    case system(Int32)
    case unknownHost
    case notHTTP
    case tooLong(limit: Int)

    var description: String {
        switch self {
        case .system(let code): systemError(code)
        case .unknownHost: "the host is unknown"
        case .notHTTP: "the answer is no HTTP"
        case .tooLong(let limit): "the answer has more than \(limit) bytes"
        }
    }
}

/// A connected stream socket, for use on a thread that may block.
///
/// Waits end at most 20 ms after the stop flag is raised.
struct StreamSocket: ~Copyable {
    private let descriptor: Int32
    private let stop: Flag

    deinit { close(descriptor) }

    /// Connects to the first address of `endpoint` that accepts.
    init(connectingTo endpoint: Endpoint, stop: Flag) throws {
        var reason: any Error = ConnectionError.unknownHost
        for address in SocketAddress.all(of: endpoint) {
            do {
                self = try StreamSocket(connectingTo: address, stop: stop)
                return
            } catch let error as ConnectionError {
                reason = error
            }
        }
        throw reason
    }

    private init(connectingTo address: SocketAddress, stop: Flag) throws {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(address.family, kind, 0)
        self.stop = stop
        guard descriptor >= 0 else { throw ConnectionError.system(errno) }
        if address.withPointer({ connect(descriptor, $0, $1) }) == 0 { return }
        // EAGAIN, from a full backlog of a Unix socket, counts as refused: the caller retries.
        guard errno == EINPROGRESS else { throw ConnectionError.system(errno) }
        try wait(for: POLLOUT)
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        guard code == 0 else { throw ConnectionError.system(code) }
    }

    /// Takes over a connection that a listening socket accepted.
    init(accepted descriptor: Int32, stop: Flag) {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        (self.descriptor, self.stop) = (descriptor, stop)
    }

    /// Lets the other side receive the end of what this side sends.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                OutliveSupport.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 { sent += count } else { try waitUnlessFailed(for: POLLOUT) }
        }
    }

    /// Receives the available bytes, at most 64 KiB; returns none at the end of the connection.
    func receive() throws -> [UInt8] {
        while true {
            // A server that sends without pause never reaches the check in `wait`.
            if stop.isRaised { throw CancellationError() }
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                filled = max(count, 0)
            }
            if count >= 0 { return bytes }
            try waitUnlessFailed(for: POLLIN)
        }
    }

    /// Receives everything up to the end of the connection.
    ///
    /// - Throws: `ConnectionError.tooLong` if these are more than `largest` bytes.
    func receiveAll(upTo largest: Int) throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = try receive()
            guard !bytes.isEmpty else { return all }
            all += bytes
            guard all.count <= largest else { throw ConnectionError.tooLong(limit: largest) }
        }
    }

    private func waitUnlessFailed(for events: Int32) throws {
        switch errno {
        case EINTR: return
        case EAGAIN: try wait(for: events)
        default: throw ConnectionError.system(errno)
        }
    }

    private func wait(for events: Int32) throws {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while poll(&entry, 1, 20) <= 0 {
            if stop.isRaised { throw CancellationError() }
        }
    }
}

extension Endpoint {
    /// Connects once and closes the connection.
    func connect() async throws {
        try await onOwnThread { stop in _ = try StreamSocket(connectingTo: self, stop: stop) }
    }

    /// Returns `true` if a server accepts connections within five seconds.
    func isTaken() async throws -> Bool {
        do {
            return try await firstOf(timeout: .seconds(5), operation: connect).value != nil
        } catch is ConnectionError {
            return false
        }
    }

    /// Connects repeatedly until a server accepts.
    func awaitConnection() async throws -> SuspendingClock.Instant {
        try await pollUntilAnswered {
            do {
                try await connect()
                return SuspendingClock.now
            } catch is ConnectionError {
                return nil
            }
        }
    }
}
