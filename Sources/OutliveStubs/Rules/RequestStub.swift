/// One rule: which requests it answers, and how.
public struct RequestStub: Hashable, Sendable {
    /// The method that a request must have, as `GET`; nil for any.
    public var method: String?
    /// The host that a request must go to, `*` in it for any run of characters; nil for any host.
    ///
    /// Case does not matter. A pattern with a colon is compared with the host and the port, `example.org:8080`.
    public var host: String?
    /// The path that a request must have, percent-encoded, `*` in it for any run of characters, slashes included.
    ///
    /// A pattern with a question mark is compared with the path and the query.
    public var path: String
    /// The status of the answer, 200...599.
    ///
    /// A redirect is a plain answer: nobody follows it.
    public var status: Int
    /// The headers of the answer; length and type of the body are added where they are missing.
    public var headers: [String: String]
    /// The body of the answer.
    public var body: StubBody
    /// How long it takes until the answer begins, at most an hour.
    public var delay: Duration
    /// How fast the body comes, in bytes per second, where less than 1 counts as 1; nil for at once.
    public var bytesPerSecond: Int?

    /// Makes a rule.
    public init(
        method: String? = nil, host: String? = nil, path: String = "*", status: Int = 200,
        headers: [String: String] = [:], body: StubBody = .none, delay: Duration = .zero, bytesPerSecond: Int? = nil
    ) {
        self.method = method
        self.host = host
        self.path = path
        self.status = status
        self.headers = headers
        self.body = body
        self.delay = delay
        self.bytesPerSecond = bytesPerSecond
    }

    /// Whether the rule answers a request.
    func matches(_ request: StubbedRequest) -> Bool {
        if let method, method.uppercased() != request.method { return false }
        if let host {
            let target = host.contains(":") ? request.hostAndPort : request.host
            guard Wildcard(host.lowercased()).matches(target) else { return false }
        }
        return Wildcard(path).matches(path.contains("?") ? request.pathAndQuery : request.path)
    }
}

extension RequestStub: CustomStringConvertible {
    /// The requests that the rule answers, as `GET example.org/feed/*`.
    public var description: String { "\(method?.uppercased() ?? "any method") \(host ?? "*")\(path)" }
}
