import Foundation
import Testing

@testable import OutliveStubs

@Suite struct ServerStubsTests {
    private func response(of stubs: InstalledStubs, to path: String) async throws -> StubResponse {
        try await stubs.response(to: "GET", host: "example.org", target: path)
    }

    @Test func `A server gets the status, the headers and the body of the stub`() async throws {
        let stubs = InstalledStubs([
            RequestStub(host: "example.org", path: "/a*", status: 404, headers: ["X-A": "b"], body: .text("none"))
        ])
        let answer = try await response(of: stubs, to: "/ab")
        #expect(answer.status == 404)
        #expect(answer.headers["X-A"] == "b")
        #expect(answer.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(try await answer.body.data == Data("none".utf8))
        #expect(stubs.answered == 1)
    }

    @Test func `A request without a stub is answered with 501 and the list of stubs`() async throws {
        let stubs = InstalledStubs([RequestStub(host: "example.org", path: "/a")])
        let answer = try await response(of: stubs, to: "/b")
        #expect(answer.status == 501)
        let text = String(decoding: try await answer.body.data, as: UTF8.self)
        #expect(text.contains("no stub answers GET http://example.org/b; the stubs are: any method example.org/a"))
        #expect(stubs.unmatched.map(\.description) == ["GET http://example.org/b"])

        stubs.remove()
        #expect(try await response(of: stubs, to: "/a").status == 501)
    }

    @Test func `A delay and a speed take effect exactly`() async throws {
        let clock = StubClock()
        let stubs = InstalledStubs(
            [RequestStub(body: .text("abcdefghij"), delay: .seconds(2), bytesPerSecond: 40)], clock: clock)
        let answer = try await response(of: stubs, to: "/")
        #expect(clock.now.time == .seconds(2))
        #expect(try await answer.body.data == Data("abcdefghij".utf8))
        #expect(clock.alarms == [2_000, 2_100, 2_200, 2_250].map { .milliseconds($0) })
    }

    @Test func `A late piece does not delay the pieces after it`() async throws {
        let clock = StubClock(lateness: .milliseconds(30))
        let stubs = InstalledStubs(
            [RequestStub(body: .text("abcdefghij"), delay: .seconds(2), bytesPerSecond: 40)], clock: clock)
        let answer = try await response(of: stubs, to: "/")
        #expect(try await answer.body.data == Data("abcdefghij".utf8))
        #expect(clock.alarms == [2_000, 2_100, 2_200, 2_250].map { .milliseconds($0) })
    }

    @Test func `Headers that differ only in case, and a speed of zero, are accepted`() async throws {
        let stubs = InstalledStubs(
            [RequestStub(headers: ["X-A": "1", "x-a": "1"], body: .text("ab"), bytesPerSecond: 0)], clock: StubClock())
        let answer = try await response(of: stubs, to: "/")
        #expect(answer.headers["X-A"] == "1, 1")
        #expect(try await answer.body.data == Data("ab".utf8))
    }

    @Test func `A missing file is reported`() async throws {
        let stubs = InstalledStubs([RequestStub(body: .file(path: "/nowhere/page.html"))])
        let answer = try await response(of: stubs, to: "/")
        #expect(answer.status == 501)
        #expect(String(decoding: try await answer.body.data, as: UTF8.self).contains("/nowhere/page.html"))
    }
}
