internal import OutliveSupport
internal import Synchronization

/// A client's connection; at most one task reads it at a time, and one writes it.
package struct Connection: Sendable, Equatable {
    /// The client disconnected.
    package struct Gone: Error {
        package init() {}
    }

    private let descriptor: Descriptor

    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    package static func == (left: Connection, right: Connection) -> Bool { left.descriptor === right.descriptor }

    /// `true` if this process waits for data from the client, none has come, and the client has not disconnected.
    var isStalled: Bool {
        var byte: UInt8 = 0
        guard recv(descriptor.number, &byte, 1, Int32(MSG_PEEK)) < 0, [EAGAIN, EWOULDBLOCK].contains(errno) else {
            return false
        }
        // Checked last, because a reader that has just taken the data lowered this flag before.
        return descriptor.isWaiting.load(ordering: .sequentiallyConsistent)
    }

    /// `true` if the process has too few free descriptors to serve the connection.
    var touchesReserve: Bool { descriptor.touchesReserve }

    /// Reads the available bytes, or waits for the next ones.
    ///
    /// - Returns: 1 to `count` bytes, or an empty array if the client has closed its side.
    func read(atMost count: Int, until deadline: ContinuousClock.Instant) async throws -> [UInt8] {
        while true {
            // Checked on each iteration, even if data is available, because a slow client may always have another byte.
            guard ContinuousClock.now < deadline else { throw Readiness.TimedOut() }
            if let bytes = try readNow(atMost: count) { return bytes }
            try await Readiness.readable.wait(for: descriptor, until: deadline)
        }
    }

    /// Writes all bytes.
    func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) async throws {
        var rest = bytes[...]
        while true {
            rest = rest.dropFirst(try writeNow(rest))
            if rest.isEmpty { return }
            guard ContinuousClock.now < deadline else { throw Readiness.TimedOut() }
            try await Readiness.writable.wait(for: descriptor, until: deadline)
        }
    }

    /// Writes a response.
    ///
    /// - Throws: An error if the client has disconnected or reads more slowly than the limits allow.
    func write(_ response: HTTPResponse, _ limits: HTTPLimits) async throws {
        var bytes = response.head
        guard case .parts(let parts) = response.body else {
            if case .whole(let body) = response.body { bytes += body }
            return try await write(bytes, until: .now.advanced(by: limits.writeTime))
        }
        for try await part in parts {
            // A stream may never end, so each of its parts gets the time limit of a whole response.
            let chunk = Array("\(String(part.count, radix: 16))\r\n".utf8) + part + Array("\r\n".utf8)
            try await write(bytes + chunk, until: .now.advanced(by: limits.writeTime))
            bytes = []
        }
        try await write(bytes + Array("0\r\n\r\n".utf8), until: .now.advanced(by: limits.writeTime))
    }

    /// Closes the writing side, which signals to the client that nothing follows.
    func endWriting() {
        _ = shutdown(descriptor.number, Int32(SHUT_WR))
    }

    /// Shuts down both directions for all tasks that use the connection.
    func end() {
        _ = shutdown(descriptor.number, Int32(SHUT_RDWR))
    }

    /// Reads and discards further data from the client, until it stops or a limit is reached.
    func drain(_ limits: HTTPLimits) async {
        let deadline = ContinuousClock.now.advanced(by: limits.drainTime)
        var rest = limits.drainBytes
        while rest > 0, let bytes = try? await read(atMost: 65_536, until: deadline), !bytes.isEmpty {
            rest -= bytes.count
        }
    }

    /// Waits until the client has disconnected and records its departure; cancelling the task ends the wait.
    ///
    /// Discards any data that the client sends meanwhile, because a connection carries one request.
    func waitUntilLeft(_ departure: Departure) async {
        do {
            while true {
                guard let bytes = try readNow(atMost: 4_096) else {
                    try await Readiness.readable.wait(for: descriptor)
                    continue
                }
                if bytes.isEmpty { return departure.happened() }
                // A client that sends continuously must not block others.
                await Task.yield()
                if Task.isCancelled { return }
            }
        } catch is Gone {
            departure.happened()
        } catch {
            // Cancelled: the departure is no longer needed.
        }
    }

    /// Reads the available bytes without waiting.
    ///
    /// - Returns: 1 to `count` bytes, no bytes if the client has closed its side, or `nil` if nothing is available.
    /// - Throws: `Gone` if the connection is broken.
    func readNow(atMost count: Int) throws -> [UInt8]? {
        descriptor.isWaiting.store(false, ordering: .sequentiallyConsistent)
        while true {
            var received = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                received = recv(descriptor.number, buffer.baseAddress, count, 0)
                initialized = max(0, received)
            }
            if received >= 0 { return bytes }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK:
                descriptor.isWaiting.store(true, ordering: .sequentiallyConsistent)
                return nil
            default: throw Gone()
            }
        }
    }

    /// Writes without waiting, and returns the number of bytes that the kernel accepted.
    private func writeNow(_ bytes: ArraySlice<UInt8>) throws -> Int {
        guard !bytes.isEmpty else { return 0 }
        while true {
            // Writing to a disconnected client must not raise SIGPIPE, which would end the application.
            #if canImport(Darwin)
            let flags: Int32 = 0
            #else
            let flags = Int32(MSG_NOSIGNAL)
            #endif
            let sent = bytes.withUnsafeBytes { send(descriptor.number, $0.baseAddress, $0.count, flags) }
            if sent >= 0 { return sent }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return 0
            default: throw Gone()
            }
        }
    }
}
