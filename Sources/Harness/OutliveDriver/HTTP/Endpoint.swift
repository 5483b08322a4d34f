internal import OutliveModel
internal import OutliveSupport

package enum Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// A TCP port of a host, by name or address.
    case tcp(host: String, port: UInt16)
    case unix(path: String)

    /// Parses `HOST:PORT`; an IPv6 address is in brackets.
    ///
    /// A port that its placeholders make no number becomes 0, which is an obstacle.
    static func parse(
        hostAndPort text: String, defaultPort: String? = nil
    ) throws(UsageError) -> @Sendable (Placeholders) -> Endpoint {
        var (host, port) = (Substring(text), defaultPort)
        if let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") {
            (host, port) = (text[..<colon], String(text[text.index(after: colon)...]))
        }
        let bracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if bracketed { host = host.dropFirst().dropLast() }
        let (hostText, portText) = (PlaceholderText(host), PlaceholderText(port ?? ""))
        let fill = { @Sendable (values: Placeholders) in
            Endpoint.tcp(host: hostText.filled(with: values), port: UInt16(portText.filled(with: values)) ?? 0)
        }
        guard fill(.sample).obstacle == nil, !host.isEmpty, bracketed || !host.contains(":") else {
            throw UsageError("'\(text)' is not a host and port: write HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080")
        }
        return fill
    }

    /// Parses the path of a Unix socket.
    static func parse(path text: String) throws(UsageError) -> @Sendable (Placeholders) -> Endpoint {
        let path = PlaceholderText(text)
        let fill = { @Sendable (values: Placeholders) in Endpoint.unix(path: path.filled(with: values)) }
        if let obstacle = fill(.sample).obstacle { throw UsageError(obstacle) }
        return fill
    }

    /// The reason why no server can be at this address, or `nil` if one can be.
    var obstacle: String? {
        switch self {
        case .tcp(_, port: 0): return "the port of '\(self)' must be 1 to 65535"
        case .unix(let path) where path.isEmpty || path.utf8.count > SocketAddress.longestPath:
            return "the socket path '\(path)' must have between 1 and \(SocketAddress.longestPath) bytes"
        case .tcp, .unix: return nil
        }
    }

    /// The value of a request's `Host` header.
    var host: String {
        if case .unix = self { return "localhost" }
        return description
    }

    package var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): path
        }
    }
}

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

    /// The address of an IPv4 or IPv6 socket as numbers: `127.0.0.1`, `::1`.
    var numericHost: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { host in
            let code = withPointer {
                getnameinfo($0, $1, host.baseAddress, socklen_t(host.count), nil, 0, NI_NUMERICHOST)
            }
            return code == 0 ? host.baseAddress.map { String(cString: $0) } : nil
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

/// Returns a TCP port of the loopback interface that is free at this moment.
///
/// Another process may take the port before the application does; the caller then requests another.
func freeLoopbackPort() throws -> UInt16 {
    let descriptor = openSocket(AF_INET, .stream)
    defer { close(descriptor) }
    guard SocketAddress(loopbackPort: 0).withPointer({ bind(descriptor, $0, $1) }) == 0,
        let address = SocketAddress(boundTo: descriptor)
    else {
        throw Failure(.harness, "cannot find a free port: \(systemError())")
    }
    return address.port
}
