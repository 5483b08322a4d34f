package import Foundation
internal import Glibc
internal import Synchronization

/// Chromium without a window, driven over its debugging pipe.
package final class Browser: Sendable {
    /// The path of the browser, or `nil` if it is not installed.
    package static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    private struct State {
        var lastID = 0
        var waiting: [Int: CheckedContinuation<Reply, any Error>] = [:]
        var session: String?
        var isOver = false
        var requests: [String] = []
        var complaints: [String] = []
    }

    private let directory: URL
    private let input: Int32
    private let process: Process
    private let state = Mutex(State())
    private let ended = Gate()

    /// Starts a browser with one page.
    package static func run(_ test: (Browser) async throws -> Void) async throws {
        let browser = try Browser()
        do {
            try await browser.open()
            try await test(browser)
        } catch {
            await browser.quit()
            throw error
        }
        await browser.quit()
    }

    private init() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "outlive-browser-\(UUID().uuidString)")
        self.directory = directory
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let pipes = ["in", "out"].map { directory.appending(path: $0).path }
        for pipe in pipes { guard mkfifo(pipe, 0o600) == 0 else { throw Failure(description: "no pipe") } }
        // Opened for both directions, so that neither side waits for the other.
        input = Glibc.open(pipes[0], O_RDWR | O_CLOEXEC)
        let output = Glibc.open(pipes[1], O_RDWR | O_CLOEXEC)

        process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        var options = [
            "--headless=new", "--remote-debugging-pipe", "--remote-debugging-port=0",
            "--user-data-dir=\(directory.path)/profile", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
            "--disable-extensions", "--disable-background-networking", "--no-proxy-server", "--hide-scrollbars",
            "--window-size=1100,900",
        ]
        // Its sandbox refuses to work for root.
        if getuid() == 0 { options.append("--no-sandbox") }
        process.arguments = ["-c", #"exec "$0" "$@" 3<"$PIPE_IN" 4>"$PIPE_OUT""#, Self.path ?? "chromium"] + options
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["PIPE_IN": pipes[0], "PIPE_OUT": pipes[1]]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.terminationHandler = { [weak self, ended] _ in
            self?.end()
            ended.open()
            // Wakes the reader, which ends with it.
            _ = Glibc.write(output, "\u{0}", 1)
        }
        try process.run()
        Thread.detachNewThread { [weak self] in
            Self.messages(from: output) { self?.receive($0) ?? false }
            close(output)
        }
    }

    // MARK: The page

    /// Returns the address at which the browser serves its developer tools.
    package func toolsAddress() async throws -> String {
        let file = directory.appending(path: "profile/DevToolsActivePort")
        // The browser writes it soon after it has begun, and has no other way to report.
        for _ in 0..<1000 {
            let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
            if lines.count > 1 { return "http://127.0.0.1:\(lines[0])" }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Failure(description: "it does not report its port")
    }

    package func go(to url: String) async throws {
        _ = try await send("Page.navigate", ["url": .text(url)])
    }

    /// The value of an expression, as text, as soon as it has one that is not false.
    ///
    /// - Throws: `Failure` with the expression and its last value or error, if it is false for two minutes.
    package func value(of expression: String) async throws -> String {
        let promise = """
            new Promise(resolve => {
              const end = performance.now() + 120_000;
              const look = () => {
                let value; let reason = ""; try { value = \(expression) } catch (error) { reason = String(error) }
                if (value) resolve("=" + String(value));
                else if (performance.now() > end) resolve("!" + (reason || `it is ${JSON.stringify(value)}`));
                else setTimeout(look, 20);
              };
              look();
            })
            """
        let reply = try await send(
            "Runtime.evaluate",
            ["expression": .text(promise), "awaitPromise": .flag(true), "returnByValue": .flag(true)])
        let answer = reply.result?.result?.value ?? ""
        guard !answer.hasPrefix("!") else {
            throw Failure(description: "\(expression) had no value: \(answer.dropFirst())")
        }
        return String(answer.dropFirst())
    }

    /// Presses and releases a key.
    package func press(_ key: String, modifiers: Int = 0) async throws {
        let codes = ["Tab": 9, "Enter": 13, " ": 32]
        var parameters: [String: Parameter] = [
            "key": .text(key), "code": .text(key == " " ? "Space" : key), "modifiers": .number(modifiers),
            "windowsVirtualKeyCode": .number(codes[key] ?? 0),
        ]
        parameters["type"] = .text("keyDown")
        if key == "Enter" { parameters["text"] = .text("\r") }
        if key == " " { parameters["text"] = .text(" ") }
        _ = try await send("Input.dispatchKeyEvent", parameters)
        parameters["type"] = .text("keyUp")
        parameters["text"] = nil
        _ = try await send("Input.dispatchKeyEvent", parameters)
    }

    package func type(_ text: String) async throws {
        _ = try await send("Input.insertText", ["text": .text(text)])
    }

    /// Shows the page as on another screen.
    package func show(width: Int, height: Int, scheme: String, media: String = "") async throws {
        _ = try await send(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(width), "height": .number(height), "deviceScaleFactor": .number(1),
                "mobile": .flag(false),
            ])
        _ = try await send(
            "Emulation.setEmulatedMedia",
            ["media": .text(media), "features": .objects([["name": "prefers-color-scheme", "value": scheme]])])
    }

    /// The role and name of each element that a screen reader announces, in no order.
    package func announced() async throws -> [String] {
        let reply = try await send("Accessibility.getFullAXTree", [:])
        return (reply.result?.nodes ?? []).filter { !$0.ignored }.map {
            "\($0.role?.value ?? "none") \($0.name?.value ?? "")"
        }
    }

    /// A picture of the page as PNG.
    package func screenshot() async throws -> Data {
        let reply = try await send("Page.captureScreenshot", ["captureBeyondViewport": .flag(true)])
        return reply.result?.data.flatMap { Data(base64Encoded: $0) } ?? Data()
    }

    /// Records from now on the requests and the errors of the page.
    package func watch() async throws {
        for domain in ["Log", "Runtime", "Network"] { _ = try await send("\(domain).enable", [:]) }
    }

    /// The addresses of all that was loaded, or tried to be, since `watch`.
    package var requests: [String] { state.withLock { $0.requests } }

    /// The messages on the console, and errors, since `watch`.
    package var complaints: [String] { state.withLock { $0.complaints } }

    // MARK: The pipe

    private enum Parameter: Encodable {
        case text(String)
        case number(Int)
        case flag(Bool)
        case objects([[String: String]])

        func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            switch self {
            case .text(let text): try value.encode(text)
            case .number(let number): try value.encode(number)
            case .flag(let flag): try value.encode(flag)
            case .objects(let objects): try value.encode(objects)
            }
        }
    }

    private struct Command: Encodable {
        var id: Int
        var method: String
        var params: [String: Parameter]
        var sessionId: String?
    }

    private struct Reply: Decodable, Sendable {
        struct Result: Decodable, Sendable {
            struct Value: Decodable, Sendable {
                var value: String?
            }

            /// An element of the accessibility tree.
            struct Element: Decodable, Sendable {
                var ignored: Bool
                var role: Value?
                var name: Value?
            }

            var targetId: String?
            var sessionId: String?
            var result: Value?
            var data: String?
            var nodes: [Element]?
        }

        struct Failure: Decodable, Sendable {
            var message: String
        }

        /// An event, if the message is not a response.
        struct Event: Decodable, Sendable {
            struct Request: Decodable, Sendable {
                var url: String
            }

            struct Text: Decodable, Sendable {
                var text: String?
                var value: String?
            }

            var request: Request?
            var entry: Text?
            var exceptionDetails: Text?
            var args: [Text]?
        }

        var id: Int?
        var result: Result?
        var error: Failure?
        var method: String?
        var params: Event?
    }

    private func open() async throws {
        let target = try await send("Target.createTarget", ["url": .text("about:blank")])
        let session = try await send(
            "Target.attachToTarget", ["targetId": .text(target.result?.targetId ?? ""), "flatten": .flag(true)])
        state.withLock { $0.session = session.result?.sessionId }
    }

    private func send(_ method: String, _ params: [String: Parameter]) async throws -> Reply {
        let reply = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Reply, any Error>) in
            let command = state.withLock { state -> Command? in
                guard !state.isOver else { return nil }
                state.lastID += 1
                state.waiting[state.lastID] = continuation
                return Command(id: state.lastID, method: method, params: params, sessionId: state.session)
            }
            guard let command, let data = try? JSONEncoder().encode(command) else {
                return continuation.resume(throwing: Failure(description: "the browser ended"))
            }
            let bytes = Array(data) + [0]
            _ = Glibc.write(input, bytes, bytes.count)
        }
        if let error = reply.error { throw Failure(description: "\(method): \(error.message)") }
        return reply
    }

    /// - Returns: `true` if there may be more.
    private func receive(_ message: Data) -> Bool {
        guard !message.isEmpty else { return !state.withLock { $0.isOver } }
        guard let reply = try? JSONDecoder().decode(Reply.self, from: message) else { return true }
        guard let id = reply.id else {
            note(reply)
            return true
        }
        state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: reply)
        return true
    }

    private func note(_ reply: Reply) {
        let event = reply.params
        state.withLock { state in
            switch reply.method {
            case "Network.requestWillBeSent": state.requests.append(event?.request?.url ?? "")
            case "Log.entryAdded": state.complaints.append(event?.entry?.text ?? "")
            case "Runtime.exceptionThrown": state.complaints.append(event?.exceptionDetails?.text ?? "")
            case "Runtime.consoleAPICalled":
                state.complaints.append(event?.args?.compactMap(\.value).joined(separator: " ") ?? "")
            default: break
            }
        }
    }

    private static func messages(from descriptor: Int32, _ action: (Data) -> Bool) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var message = Data()
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            for byte in buffer[..<count] {
                guard byte == 0 else {
                    message.append(byte)
                    continue
                }
                guard action(message) else { return }
                message = Data()
            }
        }
    }

    private func end() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(throwing: Failure(description: "the browser ended")) }
    }

    private func quit() async {
        state.withLock { $0.session = nil }
        // It ends without an answer, or with one: either is the end.
        _ = try? await send("Browser.close", [:])
        await ended.wait()
        close(input)
        try? FileManager.default.removeItem(at: directory)
    }
}
