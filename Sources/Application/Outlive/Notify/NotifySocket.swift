internal import OutliveSupport

/// The address of a datagram socket in the form of `NOTIFY_SOCKET`: a path, or `@` and an abstract name.
///
/// See `sd_notify(3)`. Other address families (`vsock:`) are not supported.
struct NotifySocket: Sendable {
    private let address: SocketAddress

    /// Creates an address; returns `nil` if `name` has neither form or exceeds the kernel's limit of 107 bytes.
    init?(_ name: String) {
        var bytes = Array(name.utf8)
        guard bytes.count > 1, bytes[0] == UInt8(ascii: "@") || bytes[0] == UInt8(ascii: "/") else { return nil }
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        guard let address = SocketAddress(path: String(decoding: bytes, as: UTF8.self)) else { return nil }
        self.address = address
    }

    /// Sends one datagram; waits up to a second if the receiver's queue is full.
    ///
    /// Each datagram opens its own socket. This takes microseconds, and a watched application has no more open
    /// descriptors than an unwatched one.
    ///
    /// - Returns: `true` if the whole datagram was sent.
    @discardableResult
    func send(_ datagram: String) -> Bool {
        let descriptor = openSocket(AF_UNIX, .datagram)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var timeout = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        let bytes = Array(datagram.utf8)
        return address.withPointer { address, length in
            // With a send timeout, signals interrupt the call even if their handlers use `SA_RESTART`.
            while true {
                let sent = sendto(descriptor, bytes, bytes.count, Self.noSignal, address, length)
                if sent >= 0 || errno != EINTR { return sent == bytes.count }
            }
        }
    }

    private static var noSignal: Int32 {
        #if canImport(Darwin)
        0
        #else
        Int32(MSG_NOSIGNAL)
        #endif
    }
}
