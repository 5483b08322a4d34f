import Testing

@testable import OutliveDriver

struct HTTPResponseTests {
    private func response(_ text: String, method: String = "GET", atEnd: Bool = false) throws -> HTTPResponse? {
        try HTTPResponse(Array(text.utf8)[...], method: method, atEnd: atEnd)
    }

    @Test func `A body is as long as its header says`() throws {
        #expect(
            try response("HTTP/1.1 200 OK\r\ncontent-LENGTH: 3\r\n\r\nabcd")
                == HTTPResponse(status: 200, body: Array("abc".utf8)))
        #expect(try response("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab") == nil)
    }

    @Test func `A body without a length ends with the connection`() throws {
        #expect(try response("HTTP/1.0 500 No\r\n\r\nab") == nil)
        #expect(
            try response("HTTP/1.0 500 No\r\n\r\nab", atEnd: true) == HTTPResponse(status: 500, body: Array("ab".utf8)))
    }

    @Test func `A body in chunks is joined`() throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(
            try response(head + "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n")?.body == Array("abc0123456789".utf8))
        #expect(try response(head + "3\r\nabc\r\n") == nil)
        #expect(try response(head + "3\r\nab") == nil)
        #expect(throws: ConnectionError.notHTTP) { try response(head + "zz\r\n") }
        let huge = head + "7fffffffffffffff\r\nab"
        #expect(try response(huge) == nil)
        #expect(throws: ConnectionError.notHTTP) { try response(huge, atEnd: true) }
    }

    @Test(arguments: [("GET", 204), ("GET", 304), ("HEAD", 200)])
    func `Some answers have no body`(method: String, status: Int) throws {
        #expect(try response("HTTP/1.1 \(status) X\r\nContent-Length: 3\r\n\r\n", method: method)?.body == [])
    }

    @Test func `An interim answer is not the answer`() throws {
        let interim = "HTTP/1.1 100 Continue\r\n\r\n"
        #expect(try response(interim) == nil)
        #expect(try response(interim + "HTTP/1.1 204 X\r\n\r\n")?.status == 204)
        // Recursion would exceed the stack.
        let many = String(repeating: "HTTP/1.1 100 C\r\n\r\n", count: 50_000)
        #expect(try response(many + "HTTP/1.1 204 X\r\n\r\n")?.status == 204)
    }

    @Test(arguments: [
        "", "HTTP/1.1 200", "SSH-2.0-x\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.1 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab",
    ])
    func `Invalid and incomplete answers are refused`(text: String) {
        #expect(throws: ConnectionError.notHTTP) { try response(text, atEnd: true) }
    }

    @Test(arguments: [(199, false), (200, true), (302, true), (399, true), (400, false), (503, false)])
    func `A good status is what Kubernetes calls good`(status: Int, isGood: Bool) {
        #expect(HTTPResponse(status: status, body: []).isSuccess == isGood)
    }

    @Test func `A request names its host and asks for the connection's end`() throws {
        let request = try HTTPRequest.parse("http://h:8080/a?b", method: "POST")(.sample)
        let lines = String(decoding: request.bytes, as: UTF8.self).split(separator: "\r\n")
        #expect(lines.first == "POST /a?b HTTP/1.1")
        #expect(lines.contains("Host: h:8080"))
        #expect(lines.contains("Content-Length: 0"))
        #expect(lines.contains("Connection: close"))
    }
}
