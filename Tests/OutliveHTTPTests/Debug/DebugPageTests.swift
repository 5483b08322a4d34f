internal import Foundation
internal import Outlive
import OutliveSupport
internal import OutliveTestSupport
internal import Testing

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

/// An object that a step releases too late.
private final class Session: Sendable {}

@Suite(.timeLimit(.minutes(5)))
struct DebugPageTests {
    @Test func `The page needs no token, contains none, and may contact only its own server`() async throws {
        try await Service.run { service in
            let answer = try await service.ask("GET", "/debug", fields: ["Authorization": nil])
            #expect(answer.status == 200)
            #expect(answer.fields["content-type"] == "text/html; charset=utf-8")
            #expect(answer.fields["cache-control"] == "no-store")
            #expect(answer.fields["referrer-policy"] == "no-referrer")
            #expect(answer.fields["x-frame-options"] == "DENY")
            #expect(!answer.text.contains(Service.token))
            let policy = try #require(answer.fields["content-security-policy"])
            #expect(policy.contains("default-src 'none'"))
            #expect(!policy.contains("unsafe"))
            let nonce = try #require(policy.firstMatch(of: /script-src 'nonce-([0-9a-f]+)'/)?.1)
            #expect(answer.text.contains("<script nonce=\"\(nonce)\">"))
            let again = try await service.ask("GET", "/debug", fields: ["Authorization": nil])
            #expect(again.fields["content-security-policy"] != policy)
        }
    }

    @Test func `Only the page itself needs no token`() async throws {
        try await Service.run { service in
            for target in ["/debug/", "/debug/../ready", "//debug", "/%64ebug", "/x/../debug"] {
                let answer = try await service.ask("GET", target, fields: ["Authorization": nil])
                #expect(answer.status == 401, "\(target)")
            }
        }
    }

    @Test(.enabled(if: Browser.path != nil, "chromium is not installed (apt-get install chromium)"))
    func `Reset and survivors are usable by keyboard alone`() async throws {
        let survivors = Lock<[Session]>([])
        let input = Lock<[LaunchInput]>([])
        let registry = LeakRegistry()
        try await Service.run(
            registry: registry,
            steps: { host in
                await host.add("sessions") { given in
                    input.withLock { $0.append(given) }
                    let session = registry.track(Session(), as: "<b>session</b>")
                    survivors.withLock { $0.append(session) }
                }
            }
        ) { service in
            try await Browser.run { browser in
                try await open("\(service.url)/debug#token=\(Service.token)", in: browser)
                #expect(
                    try await browser.value(of: "document.getElementById('state').dataset.state === 'ready'") == "true")
                #expect(try await browser.value(of: "location.href") == "\(service.url)/debug")

                // The way to the button, and to reset with other input, is by the Tab key.
                try await focus("reset", in: browser)
                try await browser.press("Enter")
                #expect(
                    try await browser.value(of: "document.getElementById('generation').textContent > 1 && 'risen'")
                        == "risen")
                #expect(
                    try await browser.value(of: "document.querySelector('#survivors .name').textContent")
                        == "<b>session</b>")
                #expect(
                    try await browser.value(of: "document.getElementById('result').textContent.includes('ended in')")
                        == "true")

                try await focus(tag: "SUMMARY", in: browser)
                try await browser.press("Enter")
                try await focus("arguments", in: browser)
                try await browser.type("--page-size\n20")
                try await focus("environment", in: browser)
                try await browser.type("CLEAN_STORAGE=1")
                try await browser.press("Enter", modifiers: 2)
                _ = try await browser.value(of: "document.getElementById('generation').textContent === '3'")
                let last = try #require(input.withLock { $0.last })
                #expect(last.arguments == ["--page-size", "20"])
                #expect(last.environment["CLEAN_STORAGE"] == "1")
                _ = try await browser.value(of: "document.querySelectorAll('#generations tbody tr').length === 2")

                for (width, scheme) in [(1_100, "light"), (1_100, "dark"), (360, "light"), (360, "dark")] {
                    try await browser.show(width: width, height: 900, scheme: scheme)
                    #expect(
                        try await browser.value(of: "document.documentElement.scrollWidth <= \(width)") == "true")
                    try await keep(browser.screenshot(), "debug-\(width)-\(scheme).png")
                }
            }
        }
    }

    @Test(.enabled(if: Browser.path != nil, "chromium is not installed (apt-get install chromium)"))
    func `A survivor has its site, its stack, and the command that shows what holds it`() async throws {
        let survivors = Lock<[Session]>([])
        let registry = LeakRegistry()
        try await Service.run(
            registry: registry,
            steps: { host in
                await host.add("sessions") { _ in
                    let session = registry.track(Session(), as: "session")
                    survivors.withLock { $0.append(session) }
                }
            }
        ) { service in
            try await Browser.run { browser in
                try await open("\(service.url)/debug#token=\(Service.token)", in: browser)
                _ = try await browser.value(of: "document.getElementById('state').dataset.state === 'ready'")
                _ = try await service.ask("POST", "/reset")
                let cell = "document.querySelector('#survivors td')"
                let shown = try await browser.value(of: "\(cell).textContent")
                #expect(shown.contains("registered at OutliveHTTPTests/DebugPageTests.swift:"), "\(shown)")
                // Folded parts open by the keyboard, as other summaries do.
                let frame = try await browser.value(of: "\(cell).querySelector('li').textContent")
                #expect(frame.contains(#/\+0x[0-9a-f]+/#), "\(frame)")
                let command = try await browser.value(of: "\(cell).querySelector('.command').textContent")
                #expect(
                    command == "outlive census \(getpid()) --graph outlive.heap && "
                        + "outlive heap outlive.heap --type 'Session' --trace")
                let opened = "[...document.querySelectorAll('#survivors details')].forEach(part => part.open = true)"
                _ = try await browser.value(of: "\(opened) || 'opened'")
                for (width, scheme) in [(1_100, "light"), (360, "dark")] {
                    try await browser.show(width: width, height: 900, scheme: scheme)
                    let fits = "String(document.documentElement.scrollWidth <= \(width))"
                    #expect(try await browser.value(of: fits) == "true")
                    try await keep(browser.screenshot(), "debug-survivor-\(width)-\(scheme).png")
                }
                // What is meant to outlive resets is none.
                let kept = "[{key: {lifetime: {process: {reason: 'one log'}}}}, {key: {lifetime: {untilReset: {}}}}]"
                #expect(try await browser.value(of: "unexpected(\(kept)).length") == "1")
                // A name from outside cannot end the quotation.
                let odd = "traceCommand(\"App.It's<Int>\").textContent"
                #expect(try await browser.value(of: odd).contains(#"--type 'It'\''s*' --trace"#))
            }
        }
    }

    @Test(.enabled(if: Browser.path != nil, "chromium is not installed (apt-get install chromium)"))
    func `Typed text arrives unchanged`() async throws {
        let input = Lock<[LaunchInput]>([])
        try await Service.run(
            steps: { await $0.add("store") { given in input.withLock { $0.append(given) } } }
        ) { service in
            try await Browser.run { browser in
                try await open("\(service.url)/debug#token=\(Service.token)", in: browser)
                _ = try await browser.value(of: "document.getElementById('state').dataset.state === 'ready'")
                let script = """
                    (() => {
                      const set = (id, text) => { document.getElementById(id).value = text; };
                      set('arguments', ' a \\n\\nb\\n');
                      document.getElementById('replace-arguments').checked = true;
                      set('environment', 'A= 1 \\n\\nB=\\n');
                      set('fixture', '/tmp/a ');
                      document.getElementById('replace-fixture').checked = true;
                      document.getElementById('reset-form').requestSubmit();
                      return 'sent';
                    })()
                    """
                #expect(try await browser.value(of: script) == "sent")
                _ = try await browser.value(of: "document.getElementById('generation').textContent === '2'")
                let last = try #require(input.withLock { $0.last })
                #expect(last.arguments == [" a ", "", "b"])
                #expect(last.environment["A"] == " 1 ")
                #expect(last.environment["B"] == "")
                #expect(last.fixture == "/tmp/a ")
            }
        }
    }

    @Test(.enabled(if: Browser.path != nil, "chromium is not installed (apt-get install chromium)"))
    func `The page reports an unwatched process, survives bad values, and can be reopened`()
        async throws
    {
        var limits = HTTPLimits.patient
        limits.heartbeat = .seconds(3_600)
        let registry = LeakRegistry(isEnabled: false)
        try await Service.run(limits: limits, registry: registry) { service in
            try await Browser.run { browser in
                for round in 0..<6 {
                    try await open("\(service.url)/debug?\(round)#token=\(Service.token)", in: browser)
                    _ = try await browser.value(of: "document.getElementById('state').dataset.state === 'ready'")
                }
                #expect(try await browser.value(of: "document.getElementById('unwatched').hidden === false") == "true")
                #expect(try await browser.value(of: "document.getElementById('survivors-empty').hidden") == "true")

                let odd = """
                    (() => {
                      const key = { name: 'odd', type: 'T', site: { fileID: 'a/b', line: 1 } };
                      shown(showSurvivors)({ generation: 1, survivors: [{ key, births: [] }] });
                      const cells = [...document.querySelectorAll('#survivors td')].map(cell => cell.textContent);
                      shown(showEvent)({ event: 'ended' });
                      return cells.at(-1) + document.getElementById('fault').textContent;
                    })()
                    """
                #expect(try await browser.value(of: odd).hasPrefix("–This page cannot show"))
                #expect(
                    try await browser.value(of: "document.getElementById('state').dataset.state === 'ready'") == "true")
                _ = try await service.ask("POST", "/reset")
                _ = try await browser.value(of: "document.querySelectorAll('#generations tbody tr').length === 1")
            }
        }
    }

    @Test(.enabled(if: Browser.path != nil, "chromium is not installed (apt-get install chromium)"))
    func `Without a valid token, the page explains how to get one and accepts it`() async throws {
        try await Service.run { service in
            try await Browser.run { browser in
                try await open("\(service.url)/debug#token=wrong", in: browser)
                _ = try await browser.value(
                    of: "document.getElementById('access-reason').textContent.includes('does not accept')")
                try await keep(browser.screenshot(), "debug-token.png")
                #expect(try await browser.value(of: "location.hash === ''") == "true")
                #expect(try await browser.value(of: "document.activeElement.id") == "token")
                try await browser.type(Service.token)
                try await browser.press("Enter")
                #expect(
                    try await browser.value(of: "document.getElementById('state').dataset.state === 'ready'") == "true")
            }
        }
    }

    /// Opens the page, and waits until it is there.
    ///
    /// A browser says that it goes to a page while it still shows the one before, which would be asked in its place.
    private func open(_ url: String, in browser: Browser) async throws {
        _ = try await browser.value(of: "window.isOld = true")
        try await browser.go(to: url)
        try await eventually("the page is not there") {
            // Asking fails where the page is exchanged meanwhile.
            let state = try? await browser.value(
                of: "window.isOld || location.pathname !== '/debug' ? 'not there' : document.readyState")
            return state == "complete"
        }
    }

    /// Presses Tab until an element has the focus.
    private func focus(_ id: String = "", tag: String = "", in browser: Browser) async throws {
        for _ in 0..<20 {
            let active = try await browser.value(of: "document.activeElement.id + ' ' + document.activeElement.tagName")
            let words = active.split(separator: " ", omittingEmptySubsequences: false)
            if !id.isEmpty && words[0] == id || words[1] == tag { return }
            try await browser.press("Tab")
        }
        Issue.record("the Tab key does not lead to \(id)\(tag)")
    }

    private func keep(_ picture: Data, _ name: String) throws {
        guard let directory = ProcessInfo.processInfo.environment["OUTLIVE_ARTIFACTS"] else { return }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try picture.write(to: URL(filePath: directory).appending(path: name))
    }
}
