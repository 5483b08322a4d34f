/// The part of a request that rules look at.
struct StubbedRequest: Hashable, Sendable {
    /// In capitals.
    let method: String
    /// In small letters, without the port.
    let host: String
    let port: Int?
    /// Percent-encoded, `/` where the URL has none.
    let path: String
    let query: String?
    /// The request's whole URL, for people.
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
