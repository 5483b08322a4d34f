#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The address of a datagram socket in the form of `NOTIFY_SOCKET`: a path, or `@` and an abstract name.
///
/// See `sd_notify(3)`. Other address families (`vsock:`) are not supported.
struct NotifySocket: Sendable {
    private let address: sockaddr_un
    private let length: socklen_t

    /// Creates an address; returns `nil` if `name` has neither form or exceeds the kernel's limit of 107 bytes.
    init?(_ name: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(name.utf8)
        let isAbstract = path.first == UInt8(ascii: "@")
        guard isAbstract || path.first == UInt8(ascii: "/") else { return nil }
        guard path.count > 1, path.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        if isAbstract { path[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        self.address = address
        // The length terminates an abstract name, a zero byte terminates a path.
        let offset = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? MemoryLayout<sa_family_t>.size
        length = socklen_t(offset + path.count + (isAbstract ? 0 : 1))
    }

    /// Sends one datagram; waits up to a second if the receiver's queue is full.
    ///
    /// Each datagram opens its own socket. This takes microseconds, and a watched application has no more open
    /// descriptors than an unwatched one.
    ///
    /// - Returns: `true` if the whole datagram was sent.
    @discardableResult
    func send(_ datagram: String) -> Bool {
        let descriptor = Self.socket()
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let bytes = Array(datagram.utf8)
        return withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                // With a send timeout, signals interrupt the call even if their handlers use `SA_RESTART`.
                while true {
                    let sent = sendto(descriptor, bytes, bytes.count, Self.noSignal, address, length)
                    if sent >= 0 || errno != EINTR { return sent == bytes.count }
                }
            }
        }
    }

    /// Opens a socket that child processes do not inherit.
    private static func socket() -> Int32 {
        #if canImport(Glibc)
        Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #elseif canImport(Musl)
        Musl.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)
        #else
        let descriptor = Darwin.socket(AF_UNIX, SOCK_DGRAM, 0)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
        #endif
    }

    private static var noSignal: Int32 {
        #if canImport(Darwin)
        0
        #else
        Int32(MSG_NOSIGNAL)
        #endif
    }
}
