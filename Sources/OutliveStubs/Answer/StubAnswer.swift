#if LiveReset
internal import Foundation

/// What a request is answered with.
struct StubAnswer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: Data
    let delay: Duration
    let bytesPerSecond: Int?

    /// Takes an answer from a rule.
    ///
    /// - Throws: `StubsError` when the body's file cannot be read.
    init(_ stub: RequestStub) throws {
        status = stub.status
        body = try stub.body.data()
        delay = stub.delay
        bytesPerSecond = stub.bytesPerSecond
        var headers = stub.headers
        func add(_ name: String, _ value: String?) {
            guard !headers.keys.contains(where: { $0.lowercased() == name.lowercased() }) else { return }
            headers[name] = value
        }
        add("Content-Type", stub.body.contentType)
        add("Content-Length", "\(body.count)")
        self.headers = headers
    }
}
#endif
