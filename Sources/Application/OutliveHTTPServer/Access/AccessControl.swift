/// The checks of Host, Origin and token, in this order, before a request is served.
///
/// The token protects the application. Host and Origin protect the user's browser: they reveal a page from another site
/// whose name resolves to 127.0.0.1 (DNS rebinding).
package struct AccessControl: Sendable {
    /// The token of all requests that are not open, or `nil` if no request needs one.
    private let token: Token?
    /// The places in which a request may present it.
    private let place: TokenPlace
    /// The paths that `GET` needs no token for.
    private let openPaths: Set<String>
    /// The port of the server, or `nil` for a Unix socket.
    private let port: UInt16?

    package init(token: Token?, in place: TokenPlace = .header, open openPaths: Set<String> = [], port: UInt16?) {
        (self.token, self.place, self.openPaths, self.port) = (token, place, openPaths, port)
    }

    /// Checks a request.
    ///
    /// - Throws: `Refusal` with 403 or 401.
    func check(_ head: RequestHead) throws(Refusal) {
        let host = head["Host"] ?? ""
        guard isOwn(host: host) else {
            throw Refusal(403, "the request is for another host; ask 127.0.0.1, localhost or [::1] by that name")
        }
        if let origin = head["Origin"], origin.lowercased() != "http://" + host.lowercased() {
            throw Refusal(403, "the request comes from a page of another origin; only the server's own may ask")
        }
        guard !isOpen(to: head) else { return }
        guard presentsToken(head) else {
            throw Refusal(
                401, "the request has no valid token; \(place.remedy)", fields: ["WWW-Authenticate": "Bearer"])
        }
    }

    /// Returns `true` if a request has the token, or if none is needed.
    package func presentsToken(_ head: RequestHead) -> Bool { token.map { place.presents($0, in: head) } ?? true }

    /// Returns `true` if a request needs no token, although others do.
    func isOpen(to head: RequestHead) -> Bool {
        token != nil && head.method == "GET" && openPaths.contains(head.path)
    }

    private func isOwn(host: String) -> Bool {
        if host.isEmpty { return port == nil }
        let host = host.lowercased()
        guard let name = ["127.0.0.1", "localhost", "[::1]"].first(where: host.hasPrefix) else { return false }
        let rest = host.dropFirst(name.count)
        if rest.isEmpty { return true }
        guard rest.first == ":", rest.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }),
            let port = UInt16(rest.dropFirst())
        else { return false }
        return self.port == nil || port == self.port
    }
}
