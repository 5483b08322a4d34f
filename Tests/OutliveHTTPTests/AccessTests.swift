internal import Foundation
internal import Outlive
internal import Testing

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

@Suite(.timeLimit(.minutes(5)))
struct AccessTests {
    @Test func `Only the whole token, as a bearer token, gives access`() async throws {
        try await Service.run { service in
            let token = Service.token
            let wrong: [String?] = [
                nil, "", "Bearer", "Bearer ", "Bearer \(token.dropLast())", "Bearer \(token)x", "Bearer x\(token)",
                "Bearer \(token) \(token)", "Basic \(token)", token, "Bearer \(token.uppercased())",
            ]
            for authorization in wrong {
                let answer = try await service.ask("POST", "/reset", fields: ["Authorization": authorization])
                #expect(answer.status == 401, "\(authorization ?? "none")")
                #expect(answer.fields["www-authenticate"] == "Bearer")
                #expect(try answer.decoded(ErrorAnswer.self).error.contains("OUTLIVE_TOKEN"))
                #expect(!answer.text.contains(token))
            }
            #expect(service.host.history.generation == 1)
            let answer = try await service.ask("POST", "/reset", fields: ["Authorization": "bearer \(token)"])
            #expect(answer.status == 200)
            try await service.expectIntact()
        }
    }

    @Test func `Every route but the page needs the token, also an unknown one`() async throws {
        try await Service.run { service in
            for target in [
                "/ready", "/generations", "/survivors", "/metrics", "/debug/pprof/heap", "/events", "/", "/nothing",
            ] {
                try await #expect(service.status("GET", target, fields: ["Authorization": nil]) == 401)
            }
            try await #expect(service.status("POST", "/ping", fields: ["Authorization": nil]) == 401)
            try await #expect(service.status("POST", "/debug", fields: ["Authorization": nil]) == 401)
        }
    }

    @Test func `A foreign host or origin is refused, the page's included`() async throws {
        try await Service.run { service in
            let port = try #require(service.url.split(separator: ":").last.flatMap { Int($0) })
            let foreign = [
                "example.com", "example.com:\(port)", "127.0.0.1:\(port - 1)", "127.0.0.1.example.com", "localhost.",
                "0.0.0.0:\(port)", "127.0.0.1:", "127.0.0.1:0x50", "localhost:\(port)@example.com", "",
            ]
            for host in foreign {
                for target in ["/ready", "/debug"] {
                    try await #expect(service.status("GET", target, fields: ["Host": host]) == 403, "\(host)")
                }
            }
            try await #expect(service.status("GET", "/ready", fields: ["Host": nil]) == 403)
            for host in ["127.0.0.1", "localhost", "LocalHost:\(port)", "[::1]:\(port)", "[::1]"] {
                try await #expect(service.status("GET", "/ready", fields: ["Host": host]) == 200, "\(host)")
            }
            let strange = ["null", "http://example.com", "https://127.0.0.1:\(port)", "http://127.0.0.1:1", ""]
            for origin in strange {
                let answer = try await service.ask("POST", "/reset", fields: ["Origin": origin])
                #expect(answer.status == 403, "\(origin)")
                #expect(try answer.decoded(ErrorAnswer.self).error.contains("origin"))
            }
            // A valid origin, and more.
            for (host, origin) in [
                ("127.0.0.1:\(port)", "http://127.0.0.1:\(port)0"), ("127.0.0.1", "http://127.0.0.1.example.com"),
                ("127.0.0.1", "http://127.0.0.1:\(port)"), ("127.0.0.1:\(port)", "http://127.0.0.1"),
            ] {
                let fields: [String: String?] = ["Host": host, "Origin": origin]
                try await #expect(service.status("POST", "/reset", fields: fields) == 403, "\(origin)")
            }
            let own = ["Origin": "http://127.0.0.1:\(port)"]
            try await #expect(service.status("POST", "/reset", fields: own) == 200)
            try await service.expectIntact()
        }
    }

    @Test func `A host is judged before an origin, and an origin before the token`() async throws {
        try await Service.run { service in
            var fields: [String: String?] = ["Host": "a", "Origin": "http://b", "Authorization": nil]
            try await #expect(service.ask("GET", "/ready", fields: fields).text.contains("host"))
            fields["Host"] = "localhost"
            try await #expect(service.ask("GET", "/ready", fields: fields).text.contains("origin"))
            fields["Origin"] = .some(nil)
            try await #expect(service.status("GET", "/nothing", fields: fields) == 401)
        }
    }

    @Test func `An unknown route or method is answered with JSON`() async throws {
        try await Service.run { service in
            let missing = try await service.ask("GET", "/nothing")
            #expect(missing.status == 404)
            for other in ["/%72eady", "/ready/", "//ready", "/ready/../ready", "/Ready", "/ready%00", "/debug/"] {
                try await #expect(service.status("GET", other) == 404, "\(other)")
            }
            #expect(try missing.decoded(ErrorAnswer.self).error.contains("/reset"))
            let wrong = try await service.ask("GET", "/reset")
            #expect(wrong.status == 405)
            #expect(wrong.fields["allow"] == "POST")
            #expect(wrong.fields["content-type"] == "application/json")
            let put = try await service.ask("PUT", "/ready")
            #expect(put.fields["allow"] == "GET")
        }
    }

    @Test(arguments: ["a", "ab", "abc", "abd", "bbc", "abcabc", "abcd", ""])
    func `Two texts are equal if every byte is`(text: String) {
        #expect(Token.isEqual(Array(text.utf8), Array("abc".utf8)) == (text == "abc"))
    }
}
