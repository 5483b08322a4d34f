internal import OutliveSupport

extension SocketAddress {
    /// Returns every address of an endpoint in the order to try, or none if the host is unknown.
    ///
    /// Blocks during the name lookup.
    static func all(of endpoint: Endpoint) -> [SocketAddress] {
        switch endpoint {
        case .unix(let path): SocketAddress(path: path).map { [$0] } ?? []
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
