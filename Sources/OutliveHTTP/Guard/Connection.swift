#if LiveReset
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A client's connection; read by one task at a time, and written by one.
struct Connection: Sendable, Equatable {
    /// The client went away.
    struct Gone: Error {}

    private let descriptor: Descriptor

    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    static func == (left: Connection, right: Connection) -> Bool { left.descriptor === right.descriptor }

    /// Returns `true` if the client has sent nothing that is still to be read, and has not left.
    var isStalled: Bool {
        var byte: UInt8 = 0
        return recv(descriptor.number, &byte, 1, Int32(MSG_PEEK)) < 0 && [EAGAIN, EWOULDBLOCK].contains(errno)
    }

    /// Returns `true` if the process has too few descriptors left to serve it; see `DescriptorReserve`.
    var touchesReserve: Bool { DescriptorReserve.isTouched(besides: descriptor.number) }

    /// Reads what is there, or comes next.
    ///
    /// - Returns: 1 to `count` bytes; none where the client sends no more.
    func read(atMost count: Int, until deadline: ContinuousClock.Instant) async throws -> [UInt8] {
        while true {
            // Looked at each time, not only where there is nothing to read: a client may always have a byte more.
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

    /// Tells the client that nothing follows.
    func endWriting() {
        _ = shutdown(descriptor.number, Int32(SHUT_WR))
    }

    /// Ends both directions, for whichever task uses the connection, too.
    func end() {
        _ = shutdown(descriptor.number, Int32(SHUT_RDWR))
    }

    /// Reads and throws away what the client still sends, until it is done or a limit is reached.
    func drain(_ limits: HTTPLimits) async {
        let deadline = ContinuousClock.now.advanced(by: limits.drainTime)
        var rest = limits.drainBytes
        while rest > 0, let bytes = try? await read(atMost: 65_536, until: deadline), !bytes.isEmpty {
            rest -= bytes.count
        }
    }

    /// Waits until the client has closed its side, and tells so; ends without that when the task is cancelled.
    ///
    /// What the client sends meanwhile is thrown away: a connection carries one request.
    func waitUntilLeft(_ departure: Departure) async {
        do {
            while true {
                guard let bytes = try readNow(atMost: 4_096) else {
                    try await Readiness.readable.wait(for: descriptor)
                    continue
                }
                if bytes.isEmpty { return departure.happened() }
                // A client that always has more to say must not keep others from being served.
                await Task.yield()
                if Task.isCancelled { return }
            }
        } catch is Gone {
            departure.happened()
        } catch {
            // Nobody needs to know any more.
        }
    }

    /// Reads what is there, without waiting.
    ///
    /// - Returns: 1 to `count` bytes; none where the client sends no more, and nil where nothing is there yet.
    /// - Throws: `Gone` where the connection is broken.
    func readNow(atMost count: Int) throws -> [UInt8]? {
        while true {
            var received = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                received = recv(descriptor.number, buffer.baseAddress, count, 0)
                initialized = max(0, received)
            }
            if received >= 0 { return bytes }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return nil
            default: throw Gone()
            }
        }
    }

    /// - Returns: how many bytes the kernel took.
    private func writeNow(_ bytes: ArraySlice<UInt8>) throws -> Int {
        guard !bytes.isEmpty else { return 0 }
        while true {
            // A client that is gone must not raise SIGPIPE, which would end the application.
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
#endif
