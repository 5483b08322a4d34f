/// The parts of a request that rules can match.
struct StubbedRequest: Hashable, Sendable {
    /// In upper case.
    let method: String
    /// In lower case, without the port.
    let host: String
    let port: Int?
    /// Percent-encoded; `/` if the URL has none.
    let path: String
    let query: String?
    /// The complete URL of the request, for messages.
    let url: String

    init(method: String, host: String, port: Int?, path: String, query: String?, url: String) {
        self.method = method.uppercased()
        self.host = host.lowercased()
        self.port = port
        self.path = path.isEmpty ? "/" : path
        self.query = query
        self.url = url
    }

    var hostAndPort: String { port.map { "\(host):\($0)" } ?? host }
    var pathAndQuery: String { query.map { "\(path)?\($0)" } ?? path }
}
