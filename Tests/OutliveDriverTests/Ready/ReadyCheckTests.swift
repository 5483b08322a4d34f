import Testing

@testable import OutliveDriver

struct ReadyCheckTests {
    static let values = Placeholders(port: 8080, directory: "/a.b", instance: 1)

    @Test(
        arguments: [
            ("notify", .notify), ("exit", .exit),
            ("tcp:127.0.0.1:{port}", .connect(.tcp(host: "127.0.0.1", port: 8080))),
            ("tcp:[::1]:80", .connect(.tcp(host: "::1", port: 80))), ("unix:{dir}/s", .connect(.unix(path: "/a.b/s"))),
        ] as [(String, ReadyCheck)])
    func `Every kind of readiness check is read`(text: String, expected: ReadyCheck) throws {
        #expect(try Template<ReadyCheck>(text).filled(Self.values) == expected)
    }

    @Test(arguments: [
        ("http://h:{port}/x?y={instance}", "GET http://h:8080/x?y=1"), ("http:http://h/x", "GET http://h:80/x"),
        ("http:HEAD http://h", "HEAD http://h:80/"), ("http:http://[::1]:99?q#f", "GET http://[::1]:99/?q"),
    ])
    func `A URL is accepted with and without the prefix`(text: String, expected: String) throws {
        guard case .http(let request) = try Template<ReadyCheck>(text).filled(Self.values) else {
            Issue.record("no request")
            return
        }
        #expect(request.description == expected)
    }

    @Test func `A substituted value in a pattern is literal`() throws {
        let check = try Template<ReadyCheck>("line:^up (at|on) {port} in {dir}").filled(Self.values)
        guard case .line(let pattern) = check else {
            Issue.record("no pattern")
            return
        }
        #expect(pattern.occurs(in: "up on 8080 in /a.b, at last"))
        #expect(!pattern.occurs(in: "up on 8080 in /axb"))
        #expect(!pattern.occurs(in: "not up at 8080 in /a.b"))
    }

    @Test(arguments: [
        "", "ready", "notify:", "tcp:host", "tcp::80", "tcp:host:0", "tcp:host:99999", "tcp:::1:80", "unix:",
        "line:", "line:(", "https://h/", "http:ftp://h/", "http:h/x", "http:get http://h", "http:http:///x",
        "http://user@h/", "http://h/a b c", "http://h/\nX-Y: z", "http://h/é",
    ])
    func `Any other readiness check is refused by name`(text: String) {
        let error = #expect(throws: UsageError.self) { try Template<ReadyCheck>(text) }
        #expect(error?.message.contains("\n") == false)
    }

    @Test func `A path that is too long for a socket is refused`() {
        #expect(throws: UsageError.self) { try Template<ReadyCheck>("unix:/" + String(repeating: "x", count: 107)) }
        #expect(throws: Never.self) { try Template<ReadyCheck>("unix:/" + String(repeating: "x", count: 106)) }
    }

    @Test(arguments: [("unix:{dir}/s", "between 1 and 107 bytes"), ("tcp:h:1{port}", "must be 1 to 65535")])
    func `An address that placeholders make impossible has an obstacle`(text: String, obstacle: String) throws {
        let check = try Template<ReadyCheck>(text)
        #expect(check.filled(Self.values).endpoint?.obstacle == nil)
        let values = Placeholders(port: 65_535, directory: "/" + String(repeating: "x", count: 106), instance: 0)
        #expect(check.filled(values).endpoint?.obstacle?.hasSuffix(obstacle) == true)
    }

    @Test func `A value in a URL stays in its part`() throws {
        let values = Placeholders(port: 1, directory: "/", instance: 0, here: "/my é#1?/50%")
        let check = try Template<ReadyCheck>("http://h/load?file={here}/x&y#z").filled(values)
        #expect(check.endpoint == .tcp(host: "h", port: 80))
        guard case .http(let request) = check else {
            Issue.record("no request")
            return
        }
        #expect(request.target == "/load?file=/my%20%C3%A9%231%3F/50%25/x&y")
    }
}
