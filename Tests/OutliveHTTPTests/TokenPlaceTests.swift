internal import Testing

@testable internal import OutliveHTTPServer

/// A token in the query of a URL, and other parameters there.
@Suite struct TokenPlaceTests {
    private static let token = "0123456789abcdef-_"

    private static func head(_ target: String, _ method: String = "GET", fields: [String] = ["Host: 127.0.0.1:80"])
        throws -> RequestHead
    {
        try RequestHead(
            parsing: Array("\(method) \(target) HTTP/1.1\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n".utf8))
    }

    private static func status(_ target: String, _ method: String = "GET", fields: [String] = ["Host: 127.0.0.1:80"])
        throws -> Int?
    {
        let access = AccessControl(token: Token(token), in: .headerOrQuery, port: 80)
        do throws(Refusal) {
            try access.check(try! head(target, method, fields: fields))
            return nil
        } catch {
            #expect(!error.description.contains(token))
            return error.status
        }
    }

    @Test func `The whole token in the query or the header gives access, and nothing else`() throws {
        #expect(try Self.status("/?token=\(Self.token)") == nil)
        #expect(try Self.status("/object?address=0x1&token=\(Self.token)") == nil)
        #expect(try Self.status("/", fields: ["Host: 127.0.0.1:80", "Authorization: Bearer \(Self.token)"]) == nil)
        for target in [
            "/", "/?token=", "/?token=\(Self.token)x", "/?token=\(Self.token.dropLast())", "/?Token=\(Self.token)",
            "/?xtoken=\(Self.token)", "/?token=\(Self.token)&token=\(Self.token)", "/\(Self.token)",
        ] { #expect(try Self.status(target) == 401, "\(target)") }
        #expect(try Self.status("/?token=\(Self.token)", "POST") == 401)
    }

    @Test func `A name that resolves to this machine is refused even with the token`() throws {
        for host in ["evil.example", "evil.example:80", "127.0.0.1:81", "127.0.0.1.evil.example:80"] {
            #expect(try Self.status("/?token=\(Self.token)", fields: ["Host: \(host)"]) == 403, "\(host)")
        }
        #expect(
            try Self.status(
                "/?token=\(Self.token)", fields: ["Host: 127.0.0.1:80", "Origin: http://evil.example"]) == 403)
    }

    @Test func `By default a token in the query gives no access`() throws {
        let access = AccessControl(token: Token(Self.token), port: 80)
        let head = try Self.head("/?token=\(Self.token)")
        #expect(throws: Refusal.self) { try access.check(head) }
    }

    @Test func `Parameters are decoded strictly, and only those that are known`() throws {
        func values(_ target: String) throws -> [String: String] {
            try HTTPRequest(head: Self.head(target)).parameters(["type", "from"])
        }
        #expect(try values("/o?type=App.A%3CB%3E&from=2&token=x") == ["type": "App.A<B>", "from": "2"])
        #expect(try values("/o") == [:])
        for target in [
            "/o?name=1", "/o?from=1&from=2", "/o?from", "/o?from=%4", "/o?from=%zz", "/o?from=%ff", "/o?from=%0a",
        ] {
            #expect(throws: Refusal.self, "\(target)") { try values(target) }
        }
    }
}
