import FlyingFox
import Foundation
import OutliveStubs
import Testing

@testable import note_service

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The example of the article "Testing".
private struct StubHandler: HTTPHandler {
    let stubs: InstalledStubs

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let response = try await stubs.response(
            to: request.method.rawValue, host: request.headers[.host] ?? "", target: request.target.rawValue)
        let headers = response.headers.map { (HTTPHeader($0.key), $0.value) }
        return HTTPResponse(
            statusCode: HTTPStatusCode(
                response.status, phrase: HTTPURLResponse.localizedString(forStatusCode: response.status)),
            headers: HTTPHeaders(Dictionary(uniqueKeysWithValues: headers)), body: try await response.body.data)
    }
}

@Suite(.timeLimit(.minutes(2)))
struct StubServerTests {
    @Test func `A server of any kind answers its clients by the stubs`() async throws {
        let stubs = InstalledStubs([RequestStub(path: "/notes?q=*", status: 404, body: .text("none"))])
        let listener = try Listener(port: 0, requestSeconds: 100, handler: StubHandler(stubs: stubs))
        try await listener.listen { port in
            let client = try NoteClient(port: port)
            let (status, body) = try await client.answer(to: .GET, "/notes", query: [.init(name: "q", value: "a b")])
            #expect(status == 404)
            #expect(body == Data("none".utf8))
            #expect(try await client.answer(to: .POST, "/other").status == 501)
        }
        #expect(stubs.answered == 1)
        #expect(stubs.unmatched.map(\.method) == ["POST"])
    }
}
