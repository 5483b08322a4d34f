import OutliveModel
import Testing

@testable import OutliveDriver

struct AnnouncementTests {
    private func message(_ text: String) -> NotifyMessage { NotifyMessage(Array(text.utf8), instant: .now) }

    @Test func `Servers of this machine are accepted`() throws {
        #expect(Announcement.endpoint(of: "http://127.0.0.1:4711") == .tcp(host: "127.0.0.1", port: 4711))
        #expect(Announcement.endpoint(of: "http://localhost:4711/") == .tcp(host: "localhost", port: 4711))
        #expect(Announcement.endpoint(of: "http://[::1]:4711") == .tcp(host: "::1", port: 4711))
        #expect(Announcement.endpoint(of: "http+unix://%2Ftmp%2Fa%20b%25") == .unix(path: "/tmp/a b%"))
        #expect(Announcement.endpoint(of: "http+unix:///tmp/s") == .unix(path: "/tmp/s"))
    }

    @Test(arguments: [
        "", "http://", "http://127.0.0.1", "http://127.0.0.1:0", "http://127.0.0.1:70000", "https://127.0.0.1:1",
        "http://example.org:80", "http://127.0.0.1.example.org:80", "http://127.0.0.1:80/reset", "http://u@127.0.0.1:1",
        "http+unix://", "http+unix://relative", "http+unix://%2", "http+unix://%zz", "http+unix://%ff",
        "http://127.0.0.1:{port}",
    ])
    func `Other servers are refused, because a token must not leave the machine`(url: String) {
        #expect(Announcement.endpoint(of: url) == nil)
    }

    @Test func `The last announcement counts`() async throws {
        let messages = Broadcast<NotifyMessage>()
        let announcement = Announcement(in: messages)
        messages.send(message("READY=1"))
        messages.send(message("X_OUTLIVE_HTTP=http://127.0.0.1:1"))
        messages.send(message("X_OUTLIVE_HTTP=http://127.0.0.1:2\nREADY=1"))
        #expect(try await announcement.endpoint() == .tcp(host: "127.0.0.1", port: 2))
    }

    @Test func `A missing or unusable announcement is reported with a remedy`() async throws {
        let messages = Broadcast<NotifyMessage>()
        let announcement = Announcement(in: messages)
        #expect(try await failure { try await announcement.endpoint() }?.message.contains("HTTPNotifier()") == true)
        messages.send(message("X_OUTLIVE_HTTP=http://example.org:80"))
        #expect(try await failure { try await announcement.endpoint() }?.message.contains("example.org") == true)
    }

    @Test func `A request carries its token and its body`() throws {
        let token = BearerToken()
        let request = HTTPRequest(
            method: "POST", endpoint: .unix(path: "/tmp/s"), target: "/reset", token: token,
            json: Array("{\"id\":\"é\"}".utf8))
        let lines = String(decoding: request.bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
        #expect(lines.first == "POST /reset HTTP/1.1")
        #expect(lines.last == "{\"id\":\"é\"}")
        for line in [
            "Host: localhost", "Authorization: Bearer \(token.text)", "Content-Type: application/json",
            "Content-Length: 11", "Connection: close",
        ] {
            #expect(lines.contains(line))
        }
        #expect(!"\(request)".contains(token.text))
        var shown = ""
        dump(request, to: &shown)
        #expect(!shown.contains(token.text))
    }
}
