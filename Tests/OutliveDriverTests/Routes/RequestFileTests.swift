import OutliveModel
import Testing

@testable import OutliveDriver

/// Files of requests: what is requested of them, and what is refused or left out.
@Suite struct RequestFileTests {
    private func file(_ text: String, unsafe: Bool = false) throws -> RouteFile {
        try routes(Array(text.utf8), unsafe: unsafe)
    }

    /// Returns the routes of a file that is read in small pieces.
    private func routes(_ bytes: [UInt8], unsafe: Bool) throws -> RouteFile {
        var reader = RequestReader(named: "requests", allowsUnsafe: unsafe)
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty, reader.add(UnsafeRawBufferPointer(rebasing: rest.prefix(1000))) {
                rest = rest.dropFirst(1000)
            }
        }
        switch try reader.end() {
        case .log(let file): return file
        case .document(let bytes):
            return try RequestFile.routes(bytes, named: "requests", allowsUnsafe: unsafe)
        }
    }

    private func refusal(_ bytes: [UInt8]) -> String? {
        do {
            _ = try routes(bytes, unsafe: true)
            return nil
        } catch {
            return (error as? UsageError)?.message ?? "\(error)"
        }
    }

    @Test func `The requests of a list are grouped by method and template`() throws {
        let text = """
            # A remark
            GET /users/17
            /users/18?full=1

            GET /users/me
            GET /files/3f2504e0-4f89-41d3-9a0c-0305e82c3301
            GET /files/507f1f77bcf86cd799439011
            """
        let routes = try file(text).routes
        #expect(routes.map(\.name) == ["GET /users/{id}", "GET /users/me", "GET /files/{id}"])
        #expect(routes[0].requests.map(\.target) == ["/users/17", "/users/18?full=1"])
        #expect(routes[2].requests.count == 2)
    }

    @Test func `A request of a list has its body, the type of the body, and the header fields below it`() throws {
        let text = """
            POST /notes {"text": "tea and milk"}
              X-Tenant: shop
            POST /form a=1&b=2
            """
        let routes = try file(text, unsafe: true).routes
        let note = try #require(routes.first?.requests.first)
        #expect(String(decoding: note.body, as: UTF8.self) == #"{"text": "tea and milk"}"#)
        #expect(note.headers.map(\.name) == ["X-Tenant", "Content-Type"])
        #expect(note.headers.map(\.value) == ["shop", "application/json"])
        #expect(routes[1].requests[0].headers.map(\.value) == ["application/x-www-form-urlencoded"])
    }

    @Test func `Methods that change data are left out, with their number, unless they are allowed`() throws {
        let text = "GET /a\nDELETE /a\nPOST /a\nDELETE /b"
        let safe = try file(text)
        #expect(safe.routes.map(\.name) == ["GET /a"])
        #expect(safe.notes.count == 1)
        #expect(safe.notes[0].hasPrefix("3 requests left out whose methods change data (DELETE, POST)"))
        #expect(safe.notes[0].contains("--unsafe-methods"))
        let all = try file(text, unsafe: true)
        #expect(all.routes.map(\.name) == ["GET /a", "DELETE /a", "POST /a", "DELETE /b"])
        #expect(all.notes.isEmpty)
    }

    @Test(arguments: [
        #"127.0.0.1 - - [10/Oct/2026:13:55:36 -0700] "GET /users/17 HTTP/1.1" 200 2326"#,
        #"::1 - ann [10/Oct/2026:13:55:36 -0700] "GET /users/17 HTTP/2.0" 200 2326 "https://a.example/" "curl \"8\"""#,
    ])
    func `The lines of an access log in the common and the combined format are requests`(line: String) throws {
        let log = try file(line + "\n" + #"bad - - [10/Oct/2026:13:55:36 -0700] "\x16\x03" 400 0"# + "\n")
        #expect(log.routes.map(\.name) == ["GET /users/{id}"])
        #expect(log.notes.contains { $0.hasPrefix("1 request left out that cannot be sent") })
    }

    @Test func `The requests of a HAR have bodies and own header fields, but none of the recorded connection`() throws {
        let har = """
            {"log": {"entries": [
              {"request": {"method": "POST", "url": "https://shop.example/orders?a=1#top",
                "headers": [{"name": "Host", "value": "shop.example"}, {"name": ":path", "value": "/"},
                  {"name": "Cookie", "value": "old"}, {"name": "X-Tenant", "value": "shop"}],
                "postData": {"mimeType": "application/json", "text": "{}"}}},
              {"request": {"method": "GET", "url": "https://shop.example/orders/17", "headers": []}},
              {"request": {"method": "GET", "url": "https://cdn.example/logo.png", "headers": []}},
              {"request": {"method": "GET", "url": "data:image/png;base64,AA", "headers": []}}]}}
            """
        let archive = try file(har, unsafe: true)
        #expect(archive.routes.map(\.name) == ["POST /orders", "GET /orders/{id}"])
        let order = archive.routes[0].requests[0]
        #expect(order.target == "/orders?a=1")
        #expect(order.headers.map(\.name) == ["X-Tenant", "Content-Type"])
        #expect(archive.notes.contains("requests to https://shop.example are sent to the launched program instead"))
        #expect(archive.notes.contains("1 request to other hosts left out (https://cdn.example)"))
        #expect(archive.notes.contains { $0.hasPrefix("1 request left out that cannot be sent") })
    }

    @Test func `The operations of an OpenAPI document have the values of its examples`() throws {
        let api = """
            {"openapi": "3.1.0", "servers": [{"url": "https://api.example/v1/"}], "paths": {
              "/users/{id}": {"parameters": [{"$ref": "#/components/parameters/id"}],
                "get": {"parameters": [{"name": "fields", "in": "query", "example": "name mail"}]},
                "put": {"requestBody": {"required": true, "content": {"application/json": {
                  "schema": {"$ref": "#/components/schemas/User"}}}}}},
              "/files/{name}": {"get": {"parameters": [{"name": "name", "in": "path", "required": true}]}}},
             "components": {"parameters": {"id": {"name": "id", "in": "path", "required": true,
                "schema": {"type": "integer", "example": 17}}},
              "schemas": {"User": {"type": "object", "required": ["name"],
                "properties": {"name": {"type": "string", "example": "ann"}, "friend": {"$ref": "#/components/schemas/User"}}}}}}
            """
        let document = try file(api, unsafe: true)
        #expect(document.routes.map(\.name) == ["GET /v1/users/{id}", "PUT /v1/users/{id}"])
        #expect(document.routes[0].requests[0].target == "/v1/users/17?fields=name%20mail")
        let body = String(decoding: document.routes[1].requests[0].body, as: UTF8.self)
        #expect(body.contains(#""name":"ann""#))
        #expect(document.notes == ["GET /files/{name} left out: its parameter name has no example"])
    }

    @Test func `Absolute URLs of this machine are sent to the launched program, and of other hosts left out`() throws {
        let requests = try file("GET http://localhost:8080/a\nGET /b\nGET http://elsewhere.example/c\n")
        #expect(requests.routes.map(\.name) == ["GET /a", "GET /b"])
        #expect(requests.notes == ["1 request to other hosts left out (http://elsewhere.example)"])
    }

    @Test(arguments: [
        ("", "has no request"), ("hello", "is no request"), ("GET users", "is no request"),
        ("{\"log\": 1}", "neither a HAR"), ("{\"swagger\": \"2.0\"}", "version 2"), ("{", "is not valid JSON"),
        ("GET /a\n  X\u{1}: a", "is no header field"),
        ("DELETE http://a.example/x y", ""),
    ])
    func `Another file is refused in one line with the remedy`(text: String, words: String) {
        let message = refusal(Array(text.utf8))
        if words.isEmpty { return #expect(message == nil) }
        #expect(message?.contains(words) == true, "\(message ?? "accepted")")
        #expect(message?.contains { $0.isNewline } == false)
    }

    @Test func `Bytes that are no text are refused`() {
        #expect(refusal([0xFF, 0xD8, 0xFF, 0xE0])?.contains("is no text in UTF-8") == true)
        #expect(refusal(Array("GET /a".utf8) + [0])?.contains("is no text in UTF-8") == true)
    }

    @Test func `No part of a request can end its line`() throws {
        #expect(HTTPHeader(name: "X-A", value: "a\r\nX-B: b") == nil)
        #expect(HTTPHeader(name: "X-A\r\nX-B", value: "b") == nil)
        #expect(RouteRequest(method: "GET", target: "/a HTTP/1.1\r\nX-B: b") == nil)
        #expect(RouteRequest(method: "GET\r\n", target: "/a") == nil)
        let har =
            #"{"log": {"entries": [{"request": {"method": "GET", "url": "/a", "headers": [{"name": "A", "value": "b\r\nC: d"}]}}]}}"#
        #expect(refusal(Array(har.utf8))?.contains("cannot be sent") == true)
    }

    @Test func `Of very many routes the most frequent are kept, and of each the first distinct requests`() throws {
        let rare = (0..<300).map { "GET /page\($0)x" }
        let frequent = (0..<50).flatMap { _ in ["GET /often"] } + (1...300).map { "GET /items/\($0)" }
        let requests = try file((rare + frequent).joined(separator: "\n"))
        #expect(requests.routes.count == 200)
        #expect(requests.routes.contains { $0.name == "GET /often" })
        #expect(requests.routes.first { $0.name == "GET /items/{id}" }?.requests.count == 200)
        #expect(requests.notes.contains { $0.hasPrefix("102 of 302 routes left out") })
    }

    @Test func `The lines of a long log are a few routes, however many paths are requested once`() throws {
        var reader = RequestReader(named: "access.log", allowsUnsafe: false)
        let begin = "10.0.0.1 - - [10/Oct/2026:13:55:36 -0700] \"GET "
        for number in 0..<100 {
            let lines = (0..<1_000).map { line in
                let path = ["/users/\(number)\(line)", "/health", "/x\(number)-\(line)z"][line % 3]
                return "\(begin)\(path) HTTP/1.1\" 200 17\n"
            }
            #expect(Array(lines.joined().utf8).withUnsafeBytes { reader.add($0) })
        }
        guard case .log(let file) = try reader.end() else {
            Issue.record("a log is read as another file")
            return
        }
        #expect(file.routes.count == 200)
        #expect(file.routes.prefix(2).map(\.name) == ["GET /users/{id}", "GET /health"])
        #expect(file.routes[0].requests.count == 200)
        #expect(file.notes.contains { $0.hasPrefix("more than 20000 routes left out, the least frequent ones") })
    }

    @Test func `A line of a log without an end takes no memory, and the lines after it are read`() throws {
        let line = "::1 - - [10/Oct/2026:13:55:36 -0700] \"GET /a HTTP/1.1\" 200 17\n"
        let log = try file(line + String(repeating: "x", count: 500_000) + "\n" + line + "\r\n" + line.dropLast())
        #expect(log.routes.map(\.name) == ["GET /a"])
        #expect(log.notes.contains { $0.contains("left out that cannot be sent") })
    }

    @Test func `The name of a route has no control characters, whatever a document names its parameters`() throws {
        let api = """
            {"openapi": "3.0.0", "paths": {"/a/{b\\u001b[31m\\n}": {"get": {"parameters": [
              {"name": "b\\u001b[31m\\n", "in": "path", "required": true, "example": 1}]}}}}
            """
        #expect(try file(api).routes.map(\.name) == ["GET /a/{b [31m }"])
    }

    @Test func `Schemas that refer to each other endlessly end with a note`() throws {
        let properties = (0..<20).map { "\"p\($0)\": {\"$ref\": \"#/components/schemas/A\"}" }.joined(separator: ", ")
        let api = """
            {"openapi": "3.0.0", "paths": {"/a": {"get": {}, "post": {"requestBody": {"required": true, "content":
              {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}},
             "components": {"schemas": {"A": {"type": "object", "properties": {\(properties)}}}}}
            """
        let document = try file(api, unsafe: true)
        #expect(document.routes.map(\.name) == ["GET /a"])
        #expect(document.notes == ["POST /a left out: its body has no example"])
    }
}
