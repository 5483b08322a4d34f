internal import Glibc

/// An address for the system's socket calls.
struct SocketAddress: Sendable {
    /// The longest path of a Unix socket in bytes: `sun_path` without the terminating zero.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    private let storage: sockaddr_storage
    private let length: socklen_t

    /// The address family: `AF_INET`, `AF_INET6` or `AF_UNIX`.
    var family: Int32 { Int32(storage.ss_family) }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafeBytes(of: storage) { body($0.baseAddress!.assumingMemoryBound(to: sockaddr.self), length) }
    }

    /// Creates the address of a Unix socket; truncates a path longer than `longestPath`.
    init(path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(Self.longestPath)) }
        self.init(copying: &address, length: MemoryLayout<sockaddr_un>.size)
    }

    /// Creates the address of a port on the loopback interface.
    init(loopbackPort port: UInt16) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
        self.init(copying: &address, length: MemoryLayout<sockaddr_in>.size)
    }

    private init(copying address: UnsafeRawPointer, length: Int) {
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: length))
        }
        self.storage = storage
        self.length = socklen_t(length)
    }

    /// Returns every address of an endpoint in the order to try, or none if the host is unknown.
    ///
    /// Blocks during the name lookup.
    static func all(of endpoint: Endpoint) -> [SocketAddress] {
        switch endpoint {
        case .unix(let path): [SocketAddress(path: path)]
        case .tcp(let host, let port): lookUp(host: host, port: port)
        }
    }

    private static func lookUp(host: String, port: UInt16) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { entry in
            entry.map { SocketAddress(copying: $0.pointee.ai_addr, length: Int($0.pointee.ai_addrlen)) }
        }
    }
}
