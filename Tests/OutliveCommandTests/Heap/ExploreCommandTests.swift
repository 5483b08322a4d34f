import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `outlive explore` on a process.
@Suite(.serialized) struct ExploreCommandTests {
    /// A running command, with the URL that it printed. It ends with the last reference.
    final class Explorer: Sendable {
        let url: String
        private let started: Started

        init(_ arguments: [String], in scratch: Scratch) async throws {
            let pipe = scratch.file("pipe")
            try #require(mkfifo(pipe, 0o600) == 0)
            started = try Started(
                "/bin/sh", ["-c", "exec \"$@\" >\"$0\"", pipe, Built.outlive, "explore"] + arguments)
            let line = try await awaiting {
                let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: pipe))
                return String(decoding: handle.availableData, as: UTF8.self)
            }
            url = try #require(line.split(separator: " ").first.map(String.init), "\(line)")
            #expect(line.hasSuffix("  (Ctrl-C ends it)\n"))
        }

        deinit { started.process.terminate() }

        /// Interrupts the command as Ctrl-C does, and returns its exit status.
        func interrupt() async throws -> Int32 {
            kill(started.process.processIdentifier, SIGINT)
            return try await started.end().status
        }

        func get(_ target: String, token: String?) async throws -> (status: Int, body: Data, policy: String?) {
            var request = URLRequest(url: try #require(URL(string: url.prefix { $0 != "?" }.dropLast() + target)))
            if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
            let (body, response) = try await URLSession.shared.data(for: request)
            let http = try #require(response as? HTTPURLResponse)
            return (http.statusCode, body, http.value(forHTTPHeaderField: "Content-Security-Policy"))
        }
    }

    @Test func `The page and its objects are served to the owner of the token alone, until an interrupt`() async throws
    {
        let scratch = try Scratch()
        let program = try await ObjectCommandTests.program(in: scratch)
        let explorer = try await Explorer(["\(program.id)"], in: scratch)
        let token = try #require(explorer.url.components(separatedBy: "/?token=").last)
        #expect(explorer.url.hasPrefix("http://127.0.0.1:") && token.count == 43)

        let page = try await explorer.get("/?token=\(token)", token: nil)
        let text = String(decoding: page.body, as: UTF8.self)
        #expect(page.status == 200 && page.policy == "frame-ancestors 'none'")
        #expect(text.contains("id=\"object-view\"") && text.contains("connect-src &#39;self&#39;"))
        #expect(text.contains("app.Session") && !text.contains("hidden text"))
        #expect(text.contains("history.replaceState"))
        for target in ["/", "/?token=x", "/object?address=0x1", "/objects?type=0", "/details?type=0"] {
            let refused = try await explorer.get(target, token: nil)
            let body = String(decoding: refused.body, as: UTF8.self)
            #expect(refused.status == 401 && !body.contains("app.") && !body.contains(token))
            // A reload without the token in the URL finds it in the tab's storage.
            let isPage = target == "/" || target.hasPrefix("/?")
            #expect(body.contains("sessionStorage.getItem") == isPage)
        }

        struct Objects: Decodable {
            var count: Int
            var objects: [ObjectLink]
        }
        var session: ObjectLink?
        for type in 0... {
            let answer = try await explorer.get("/objects?type=\(type)&from=0", token: token)
            guard answer.status == 200 else { break }
            let found = try JSONDecoder().decode(Objects.self, from: answer.body)
            #expect(found.count == found.objects.count || found.objects.count == 100)
            if found.objects.first?.name == "app.Session" { session = found.objects.first }
        }
        let link = try #require(session)
        let answer = try await explorer.get("/object?address=\(link.address)", token: token)
        let report = try JSONDecoder().decode(ObjectReport.self, from: answer.body)
        #expect(report.object.object == link)
        #expect(report.object.fields.first { $0.name == "id" }?.value == FieldValue(.integer, "42"))
        #expect(report.object.fields.first { $0.name == "secret" }?.value?.kind == .length)

        struct Details: Decodable { var texts: [String] }
        let details = try await explorer.get("/details?type=0", token: token)
        #expect(details.status == 200)
        #expect(try !JSONDecoder().decode(Details.self, from: details.body).texts.isEmpty)

        #expect(try await explorer.get("/object?address=7q", token: token).status == 400)
        #expect(try await explorer.get("/details?type=999999", token: token).status == 400)
        #expect(try await explorer.get("/details", token: token).status == 400)
        #expect(try await explorer.get("/object?address=0x10", token: token).status == 404)
        #expect(try await explorer.get("/objects?type=999999", token: token).status == 400)
        #expect(try await explorer.get("/nothing", token: token).status == 404)
        #expect(try await explorer.interrupt() == 0)
    }

    @Test(.enabled(if: Browser.path != nil))
    func `The address bar has no token, and the page loads again in its tab`() async throws {
        let scratch = try Scratch()
        let program = try await ObjectCommandTests.program(in: scratch)
        let explorer = try await Explorer(["\(program.id)"], in: scratch)
        let bare = String(explorer.url.prefix { $0 != "?" })
        try await Browser.run { browser in
            func shown() async -> String? {
                // The page without the token leaves for the one with it, and takes the first question with it.
                for _ in 0..<5 {
                    let url = try? await browser.value(of: "document.getElementById('object-view') && location.href")
                    if let url, !url.isEmpty { return url }
                }
                return nil
            }
            try await browser.go(to: explorer.url)
            #expect(await shown() == bare)
            try await browser.go(to: "about:blank")
            try await browser.go(to: bare + "#object-0x10")
            #expect(await shown() == bare + "#object-0x10")
            let status = "document.getElementById('object-status').textContent.includes('0x10')"
            #expect(try await browser.value(of: status) == "true")
        }
    }

    @Test func `What changed since an earlier snapshot is on the page, one of another process is refused`() async throws
    {
        let scratch = try Scratch()
        let program = try await ObjectCommandTests.program(in: scratch)
        let earlier = scratch.file("earlier.heap")
        #expect(try await outlive("census", "--graph", earlier, "\(program.id)").status == 0)
        let explorer = try await Explorer(["--diff", earlier, "\(program.id)"], in: scratch)
        let token = try #require(explorer.url.components(separatedBy: "/?token=").last)
        let page = String(decoding: try await explorer.get("/", token: token).body, as: UTF8.self)
        #expect(page.contains("id=\"growth\"") && page.contains("compared with") && page.contains("earlier.heap"))
        let own = "\(ProcessInfo.processInfo.processIdentifier)"
        let run = try await outlive("explore", "--diff", earlier, own)
        #expect(run.status == 3 && run.output.isEmpty && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test func `What cannot be explored is one line and the documented exit code`() async throws {
        for (arguments, status, message) in [
            (["/nowhere.heap"], Int32(3), "/nowhere.heap"),
            (["--attach", "/nowhere.heap"], 64, "--attach is for processes"),
            (["-5"], 64, "outlive"), ([], 64, "outlive"), (["--port", "70000", "1"], 64, "port"),
        ] {
            let run = try await Started(Built.outlive, ["explore"] + arguments).end()
            #expect(run.status == status && run.output.isEmpty, "\(run.errors)")
            #expect(run.errors.contains(message) && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        }
    }
}
