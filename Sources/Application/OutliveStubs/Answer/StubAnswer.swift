#if LiveReset
internal import Foundation

/// The response to a stubbed request.
struct StubAnswer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: Data
    let delay: Duration
    let bytesPerSecond: Int?

    /// Creates the response of a rule.
    ///
    /// - Throws: `StubsError` if the body's file cannot be read.
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
