import OutliveSupport
import Foundation
import Testing

@testable import OutliveStubs

@Suite struct RequestStubsTests {
    private func request(
        method: String = "GET", host: String = "example.org", port: Int? = nil, _ path: String = "/",
        query: String? = nil
    ) -> StubbedRequest {
        StubbedRequest(method: method, host: host, port: port, path: path, query: query, url: "")
    }

    @Test func `The first rule that matches answers`() {
        let stubs: RequestStubs = [
            RequestStub(path: "/a", status: 201), RequestStub(path: "/*", status: 202), RequestStub(status: 203),
        ]
        #expect(stubs.stub(for: request("/a"))?.status == 201)
        #expect(stubs.stub(for: request("/b"))?.status == 202)
        #expect(RequestStubs([]).stub(for: request("/a")) == nil)
    }

    @Test func `A rule answers only its method, its host and its path`() {
        let stub = RequestStub(method: "post", host: "API.example.org", path: "/notes/*/title")
        #expect(stub.matches(request(method: "POST", host: "api.example.org", "/notes/1/title")))
        #expect(stub.matches(request(method: "POST", host: "api.example.org", "/notes/1/2/title")))
        #expect(!stub.matches(request(method: "GET", host: "api.example.org", "/notes/1/title")))
        #expect(!stub.matches(request(method: "POST", host: "example.org", "/notes/1/title")))
        #expect(!stub.matches(request(method: "POST", host: "api.example.org", "/notes/1/titles")))
    }

    @Test func `A port and a query count where a rule names them`() {
        #expect(RequestStub(host: "*.org", path: "/").matches(request(port: 8080, query: "q=1")))
        #expect(RequestStub(host: "example.org:8080", path: "/?q=*").matches(request(port: 8080, query: "q=1")))
        #expect(!RequestStub(host: "example.org:8080").matches(request(port: 8081)))
        #expect(!RequestStub(path: "/?q=*").matches(request()))
    }

    @Test(arguments: [
        ("", "", true), ("a", "a", true), ("a", "ab", false), ("*", "", true), ("*", "abc", true), ("a*", "abc", true),
        ("*c", "abc", true), ("a*a", "a", false), ("a*a", "aa", true), ("a*b*c", "a-b-b-c", true),
        ("a*b*c", "a-c-b", false), ("**b", "ab", true), ("*ab*ab*", "ab", false), ("*ab*ab*", "xababx", true),
    ])
    func `A star stands for any run of characters`(pattern: String, text: String, matches: Bool) {
        #expect(Wildcards(pattern, single: nil).match(text) == matches)
    }

    @Test func `Rules are the same after they were written and read`() throws {
        let stubs: RequestStubs = [
            RequestStub(path: "/"),
            RequestStub(
                method: "PUT", host: "*.example.org", path: "/a", status: 404, headers: ["X-A": "b"],
                body: .json("[1]"), delay: .milliseconds(250), bytesPerSecond: 100),
            RequestStub(path: "*", body: .text("t")), RequestStub(path: "*", body: .file(path: "/tmp/f")),
        ]
        #expect(try RequestStubs(setting: stubs.setting()) == stubs)
    }

    @Test(arguments: [
        (#"[{"path": "/"}, {"status": 200}]"#, "'[1].path' is missing"),
        (#"[{"path": "/", "status": "200"}]"#, "'[0].status' is not a whole number"),
        (#"[{"path": "/", "status": 99}]"#, "'[0].status': a status is 200 to 599"),
        (#"[{"path": "/", "delay": -1}]"#, "'[0].delay': a delay is 0 to 3600 seconds"),
        (#"[{"path": "/", "bytesPerSecond": 0}]"#, "'[0].bytesPerSecond': a speed is 1 byte per second or more"),
        (#"[{"path": "a"}]"#, "'[0].path': a path begins with / or *"),
        (#"[{"path": "/", "json": "{"}]"#, "'[0].json': the text is no JSON"),
        (
            #"[{"path": "/", "json": "{\"\#(String(repeating: #"\\u0301"#, count: 31))\": 1}"}]"#,
            "'[0].json': the text is no JSON: it has a text with more than 30 combining marks"
        ),
        (
            #"[{"path": "/\#(String(repeating: #"\u0301"#, count: 31))"}]"#,
            "the stubs: it has a text with more than 30 combining marks"
        ),
        (#"[{"path": "/", "json": "{}", "text": ""}]"#, #"'[0].json': there is a body already, by "text""#),
        (#"[{"path": "/", "pth": "/"}]"#, "'[0].pth': unknown field; known fields are bytesPerSecond, "),
        (#"[{"path": "/""#, "it is not valid JSON"), (#"[{"a\nb": 1}]"#, "'[0].a b': unknown field"),
        ("/nowhere\n" + String(repeating: "x", count: 100_000), "cannot read the stubs' file /nowhere xxx"),
    ])
    func `What is wrong in a setting is told by its field, on one line`(setting: String, complaint: String) throws {
        let error = try #require(throws: StubsError.self) { try RequestStubs(setting: setting) }
        #expect(error.description.contains(complaint), "\(error)")
        #expect(!error.description.contains("\n"))
        #expect(error.description.count < 600)
    }

    @Test func `A setting may be the path of a file, and bodies lie beside it`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "stubs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "stubs.json")
        try Data(#"[{"path": "/", "file": "page.html"}]"#.utf8).write(to: file)
        try Data("<p>".utf8).write(to: folder.appending(path: "page.html"))
        let stubs = try RequestStubs(setting: file.path(percentEncoded: false))
        #expect(try stubs.stubs.first?.body.data() == Data("<p>".utf8))

        let missing = folder.appending(path: "none.json").path(percentEncoded: false)
        let error = try #require(throws: StubsError.self) { try RequestStubs(setting: missing) }
        #expect(error.description.contains(missing))
    }

    @Test func `A file that names itself, or another file, holds no rules`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "stubs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let rules = folder.appending(path: "rules.json").path(percentEncoded: false)
        try Data(#"[{"path": "/"}]"#.utf8).write(to: URL(filePath: rules))
        let link = folder.appending(path: "link.json").path(percentEncoded: false)
        for target in [link, rules, #"[{\"path\": \"/\"}]"#] {
            try Data("\"\(target)\"".utf8).write(to: URL(filePath: link))
            for read in [{ try RequestStubs(setting: $0) }, { try RequestStubs(contentsOf: $0) }, decode] {
                let error = try #require(throws: StubsError.self) { try read(link) }
                #expect(error.description.hasPrefix("\(link): "), "\(error)")
            }
        }
        #expect(try decode(rules) == [RequestStub(path: "/")])
    }

    /// Reads rules as a field of settings is read.
    private func decode(_ setting: String) throws -> RequestStubs {
        try JSONDecoder().decode(RequestStubs.self, from: JSONEncoder().encode(setting))
    }

    @Test func `A slow body comes in ten pieces a second, and its last byte when it would`() throws {
        let answer = try StubAnswer(
            RequestStub(body: .text(String(repeating: "x", count: 25)), delay: .seconds(2), bytesPerSecond: 100))
        let parts = AnswerParts(answer)
        #expect((0..<parts.count).map(parts.bytes) == [0..<0, 0..<10, 10..<20, 20..<25])
        #expect(
            (0..<parts.count).map(parts.time)
                == [.seconds(2), .milliseconds(2_100), .milliseconds(2_200), .milliseconds(2_250)])
        let whole = AnswerParts(answer, whole: true)
        #expect((0..<whole.count).map(whole.time) == [.seconds(2), .milliseconds(2_250)])
    }
}
