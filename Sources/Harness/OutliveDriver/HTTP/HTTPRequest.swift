/// An HTTP request.
package struct HTTPRequest: Hashable, Sendable, CustomStringConvertible {
    /// The method, in capitals.
    package var method: String
    /// The server.
    package var endpoint: Endpoint
    /// The path and query, beginning with `/`.
    package var target: String
    /// The bearer token, or `nil` for a server that requires none.
    var token: BearerToken?
    /// The JSON body, or `nil` for none.
    var json: [UInt8]?

    init(method: String, endpoint: Endpoint, target: String, token: BearerToken?, json: [UInt8]?) {
        self.method = method
        self.endpoint = endpoint
        self.target = target
        self.token = token
        self.json = json
    }

    /// Parses `http://HOST[:PORT][/PATH]`, optionally preceded by a method.
    ///
    /// - Parameter method: the method if the text has none.
    /// - Throws: `UsageError` if the text is no such URL.
    init(parsing text: String, method: String) throws(UsageError) {
        let words = text.split(separator: " ")
        guard let url = words.last, words.count <= 2, words.count == 1 || Self.isMethod(words[0]) else {
            throw UsageError("'\(text)' is not a URL: write [METHOD ]http://HOST[:PORT]/PATH")
        }
        self.method = words.count == 2 ? String(words[0]) : method
        guard url.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw UsageError("the URL '\(url)' cannot be used: write characters other than printable ASCII as %XX")
        }
        guard let rest = url.after("http://") else {
            let reason = url.hasPrefix("https://") ? "https is not supported" : "it does not begin with http://"
            throw UsageError("the URL '\(url)' cannot be used, \(reason): write http://HOST[:PORT]/PATH")
        }
        let authority = rest.prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else {
            throw UsageError("the URL '\(url)' cannot be used: a user and a password are not sent")
        }
        endpoint = try Endpoint(hostAndPort: String(authority), defaultPort: 80)
        let path = rest.dropFirst(authority.count).prefix { $0 != "#" }
        target = path.hasPrefix("/") ? String(path) : "/" + path
    }

    /// Returns the request in an option of the form `http:URL` or `http://...`, or `nil` for another option.
    static func text(inOption text: String) -> String? {
        text.hasPrefix("http://") || text.hasPrefix("https://") ? text : text.after("http:")
    }

    private static func isMethod(_ word: Substring) -> Bool {
        word.allSatisfy { $0.isASCII && $0.isUppercase }
    }

    /// The bytes on the wire; they ask the server to close the connection after its response.
    var bytes: [UInt8] {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: \(endpoint.host)\r\nUser-Agent: outlive\r\nAccept: */*\r\n"
        if let token { head += "Authorization: Bearer \(token.text)\r\n" }
        if json != nil { head += "Content-Type: application/json\r\n" }
        if json != nil || method != "GET" && method != "HEAD" { head += "Content-Length: \(json?.count ?? 0)\r\n" }
        return Array((head + "Connection: close\r\n\r\n").utf8) + (json ?? [])
    }

    /// `METHOD http://HOST:PORT/PATH`.
    package var description: String { "\(method) http://\(endpoint)\(target)" }
}
