import FlyingFox
import OutliveStubs
import Testing

@testable import note_service

private func page(_ title: String) -> StubBody { .text("<html><title>\(title)</title></html>") }

extension Settings {
    /// The settings that begin with links, whose pages are these and are waited for, however busy the machine.
    fileprivate static func links(_ stubs: RequestStubs, _ change: (inout Settings) -> Void = { _ in }) -> Settings {
        .beginning(with: .links) {
            $0.stubRequests = stubs
            $0.previewSeconds = 60
            change(&$0)
        }
    }
}

extension LiveCase {
    static var previews: [LiveCase] {
        [
            LiveCase(
                "a preview shows the title of the page",
                .links([RequestStub(method: "GET", host: "news.example", path: "/today", body: page("Today"))])
            ) { visit async throws in
                let preview = try await visit.preview(of: 1)
                #expect(preview.status == 200)
                #expect(preview.text.contains(#""title":"Today""#))
                #expect(try await visit.stubs() == StubReport(answered: 1, unmatched: []))
            },
            LiveCase(
                "the first of two links is shown",
                .links([
                    RequestStub(host: "docs.example", path: "/*?b=1", body: page("Docs")),
                    RequestStub(host: "news.example", body: page("Today")),
                ])
            ) { visit async throws in
                #expect(try await visit.preview(of: 2).text.contains(#""title":"Docs""#))
            },
            LiveCase("a note without a link has no preview", .links([RequestStub()])) { visit async throws in
                #expect(try await visit.preview(of: 3).status == 404)
                #expect(try await visit.preview(of: 4).status == 404)
                #expect(try await visit.stubs().answered == 0)
            },
            LiveCase("a page that fails is a bad gateway", .links([RequestStub(status: 500)])) { visit async throws in
                let preview = try await visit.preview(of: 1)
                #expect(preview.status == 502)
                #expect(preview.text.contains("is answered with 500"))
            },
            LiveCase(
                "a redirect is not followed",
                .links([RequestStub(path: "/today", status: 302, headers: ["Location": "http://news.example/"])])
            ) { visit async throws in
                #expect(try await visit.preview(of: 1).status == 502)
                #expect(try await visit.stubs() == StubReport(answered: 1, unmatched: []))
            },
            LiveCase("a page without a title is a bad gateway", .links([RequestStub(body: .text("none"))])) {
                visit async throws in
                let preview = try await visit.preview(of: 1)
                #expect(preview.status == 502)
                #expect(preview.text.contains("has no title"))
            },
            LiveCase(
                "a page that nobody expects is told of",
                .links([RequestStub(host: "docs.example", body: page("Docs"))])
            ) { visit async throws in
                let preview = try await visit.preview(of: 1)
                #expect(preview.status == 502)
                #expect(preview.text.contains("no stub answers GET http://news.example/today"))
                #expect(try await visit.stubs().unmatched == ["GET http://news.example/today"])
            },
            LiveCase(
                "a slow page is waited for",
                .links([RequestStub(body: page("Late"), delay: .milliseconds(40))])
            ) { visit async throws in
                #expect(try await visit.preview(of: 1).text.contains(#""title":"Late""#))
            },
            LiveCase(
                "a slow network is waited for",
                .links([RequestStub(body: page("Slow"), bytesPerSecond: 1_000)])
            ) { visit async throws in
                #expect(try await visit.preview(of: 1).text.contains(#""title":"Slow""#))
            },
            LiveCase(
                "a page that takes too long is given up",
                .links([RequestStub(body: page("Never"), delay: .seconds(3_600))]) { $0.previewSeconds = 0.02 }
            ) { visit async throws in
                let preview = try await visit.preview(of: 1)
                #expect(preview.status == 504)
            },
        ]
    }
}
