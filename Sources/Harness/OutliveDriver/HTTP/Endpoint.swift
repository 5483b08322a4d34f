internal import OutliveSupport

/// The address of a server.
package enum Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// A TCP port of a host, by name or address.
    case tcp(host: String, port: UInt16)
    /// A Unix stream socket.
    case unix(path: String)

    /// Parses `HOST:PORT`; an IPv6 address is in brackets.
    ///
    /// - Throws: `UsageError` if the host or the port is missing or invalid.
    init(hostAndPort text: String, defaultPort: UInt16? = nil) throws(UsageError) {
        var host = Substring(text)
        var port = defaultPort
        if let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") {
            host = text[..<colon]
            port = UInt16(text[text.index(after: colon)...])
        }
        let bracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if bracketed { host = host.dropFirst().dropLast() }
        guard let port, port > 0, !host.isEmpty, bracketed || !host.contains(":") else {
            throw UsageError("'\(text)' is not a host and port: write HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080")
        }
        self = .tcp(host: String(host), port: port)
    }

    /// Creates the address of a Unix socket after a check of its length.
    ///
    /// - Throws: `UsageError` if the path is empty or too long.
    init(path: String) throws(UsageError) {
        guard !path.isEmpty, path.utf8.count <= SocketAddress.longestPath else {
            throw UsageError("the socket path '\(path)' must have between 1 and \(SocketAddress.longestPath) bytes")
        }
        self = .unix(path: path)
    }

    /// The value of a request's `Host` header.
    var host: String {
        if case .unix = self { return "localhost" }
        return description
    }

    /// `HOST:PORT` or the path.
    package var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): path
        }
    }
}
