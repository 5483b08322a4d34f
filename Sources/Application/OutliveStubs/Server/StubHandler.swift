#if LiveReset
public import FlyingFox
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A request handler for FlyingFox that responds with stubs, or with status 501 and the reason if none matches.
///
/// The host is taken from the `Host` header.
public struct StubHandler: HTTPHandler {
    private let stubs: InstalledStubs

    init(_ stubs: InstalledStubs) {
        self.stubs = stubs
    }

    /// Responds to a request after the stub's delay.
    ///
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    public func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let timeline = Timeline(on: stubs.clock)
        let answer: StubAnswer
        do {
            answer = try stubs.answer(to: StubbedRequest(request))
        } catch let error as StubsError {
            return HTTPResponse(
                statusCode: HTTPStatusCode(501, phrase: "Not Implemented"),
                headers: [.contentType: "text/plain; charset=utf-8"], body: Data("\(error)\n".utf8))
        }
        if answer.delay > .zero { try await timeline.wait(until: answer.delay) }
        // The server adds the length itself.
        let headers = answer.headers.filter { $0.key.lowercased() != "content-length" }
        return HTTPResponse(
            statusCode: HTTPStatusCode(
                answer.status, phrase: HTTPURLResponse.localizedString(forStatusCode: answer.status)),
            // Names that differ only in case are equal.
            headers: HTTPHeaders(
                Dictionary(headers.map { (HTTPHeader($0.key), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })),
            body: answer.bytesPerSecond == nil
                ? HTTPBodySequence(data: answer.body)
                : HTTPBodySequence(from: PacedBody(answer, on: timeline), count: answer.body.count))
    }
}

extension StubbedRequest {
    /// Extracts the parts of a server request that rules can match.
    fileprivate init(_ request: HTTPRequest) {
        let authority = request.headers[.host] ?? ""
        let target = URLComponents(string: "http://\(authority)\(request.target.rawValue)")
        self.init(
            method: request.method.rawValue, host: target?.host ?? authority, port: target?.port,
            path: target?.percentEncodedPath ?? request.path, query: target?.percentEncodedQuery,
            url: "http://\(authority)\(request.target.rawValue)")
    }
}
#endif
