internal import OutliveModel
internal import OutliveSupport

package struct HTTPRequest: Hashable, Sendable, CustomStringConvertible {
    package var method: String
    package var endpoint: Endpoint
    /// The path and query, beginning with `/`.
    package var target: String
    /// The bearer token, or `nil` for a server that requires none.
    var token: BearerToken?
    var json: [UInt8]?
    /// Further header fields.
    var headers: [HTTPHeader] = []
    /// The body of a type that `headers` states, or `nil` for none or for `json`.
    var content: [UInt8]?

    /// The bytes on the wire; they ask the server to close the connection after its response.
    var bytes: [UInt8] {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: \(endpoint.host)\r\nUser-Agent: outlive\r\nAccept: */*\r\n"
        if let token { head += "Authorization: Bearer \(token.text)\r\n" }
        if json != nil { head += "Content-Type: application/json\r\n" }
        for header in headers { head += "\(header.name): \(header.value)\r\n" }
        let body = json ?? content
        if body != nil || method != "GET" && method != "HEAD" { head += "Content-Length: \(body?.count ?? 0)\r\n" }
        return Array((head + "Connection: close\r\n\r\n").utf8) + (body ?? [])
    }

    package var description: String { "\(method) http://\(endpoint)\(target)" }
}

extension HTTPRequest {
    /// Parses `http://HOST[:PORT][/PATH]`, optionally preceded by a method.
    static func parse(_ text: String, method: String) throws(UsageError) -> @Sendable (Placeholders) -> HTTPRequest {
        let words = text.split(separator: " ")
        guard let url = words.last, words.count <= 2, words.count == 1 || isMethod(words[0]) else {
            throw UsageError("'\(text)' is not a URL: write [METHOD ]http://HOST[:PORT]/PATH")
        }
        guard url.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw UsageError("the URL '\(url)' cannot be used: write characters other than printable ASCII as %XX")
        }
        guard let rest = url.after("http://") else {
            let reason = url.hasPrefix("https://") ? "https is not supported" : "it does not begin with http://"
            throw UsageError("the URL '\(url)' cannot be used, \(reason): write http://HOST[:PORT]/PATH")
        }
        let authority = rest.prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else {
            throw UsageError("the URL '\(url)' cannot be used: a user and a password are not sent")
        }
        let endpoint = try Endpoint.parse(hostAndPort: String(authority), defaultPort: "80")
        let path = rest.dropFirst(authority.count).prefix { $0 != "#" }
        let target = PlaceholderText(path.hasPrefix("/") ? String(path) : "/" + path)
        let ownMethod = words.count == 2 ? String(words[0]) : method
        return { values in
            HTTPRequest(
                method: ownMethod, endpoint: endpoint(values),
                target: target.filled(with: values, quoting: percentEncoded))
        }
    }

    private static func isMethod(_ word: Substring) -> Bool { word.allSatisfy { $0.isASCII && $0.isUppercase } }
}

/// Returns a value for a part of a URL, with the bytes that would end the part or are not printable ASCII as %XX.
private func percentEncoded(_ value: String) -> String {
    value.utf8.reduce(into: "") { text, byte in
        let isPlain = (0x21...0x7e).contains(byte) && !"#%?".utf8.contains(byte)
        let digits = String(0x100 + Int(byte), radix: 16, uppercase: true).dropFirst()
        text += isPlain ? String(UnicodeScalar(byte)) : "%" + digits
    }
}

/// The longest response that is read, in bytes.
let longestResponse = 16 << 20

extension HTTPRequest {
    /// Sends the request on a new connection and reads the whole response.
    ///
    /// `URLSession` is not used: it takes 0.27 ms for a request to a local server, this takes 0.07 ms, and the
    /// measurements include it. It also keeps connections, which a reset or relaunch would break.
    ///
    /// - Throws: `ConnectionError` if there is no response; `CancellationError`.
    func send() async throws -> HTTPResponse {
        try await onOwnThread { stop in
            let socket = try StreamSocket(connectingTo: endpoint, stop: stop)
            try socket.send(bytes)
            var received: [UInt8] = []
            while true {
                let part = try socket.receive()
                received += part
                if let response = try HTTPResponse(received[...], method: method, atEnd: part.isEmpty) {
                    return response
                }
                guard received.count <= longestResponse else { throw ConnectionError.tooLong(limit: longestResponse) }
            }
        }
    }

    /// Sends the request once, and returns `true` if it succeeds.
    func isAnsweredWithSuccess() async throws -> Bool { try await isAnswered(\.isSuccess) }

    /// Repeats the request until it succeeds.
    func awaitSuccess() async throws -> SuspendingClock.Instant { try await awaitAnswer(\.isSuccess) }

    /// Repeats the request until an answer meets a condition.
    func awaitAnswer(_ isMet: @Sendable (HTTPResponse) -> Bool) async throws -> SuspendingClock.Instant {
        try await pollUntilAnswered { try await isAnswered(isMet) ? SuspendingClock.now : nil }
    }

    /// Sends the request once, and returns `true` if there is an answer that meets a condition.
    private func isAnswered(_ isMet: (HTTPResponse) -> Bool) async throws -> Bool {
        do {
            return isMet(try await send())
        } catch is ConnectionError {
            return false
        }
    }

    /// Sends the request once, and throws `Failure` if it does not succeed.
    func sendExpectingSuccess(purpose: String, failingWith code: Failure.Code) async throws -> HTTPResponse {
        do {
            let response = try await send()
            guard !response.isSuccess else { return response }
            throw Failure(
                code,
                "\(purpose) '\(self)' was answered with status \(response.status), not 200 ... 399: "
                    + "check method and URL\(response.remark)")
        } catch ConnectionError.notHTTP {
            throw Failure(
                code, "\(purpose) '\(self)' was cut off, or answered with something other than HTTP: check the URL")
        } catch let error as ConnectionError {
            throw Failure(code, "\(purpose) '\(self)' was not answered: \(error); check the URL")
        }
    }
}

/// The secret of one launch, by which an application distinguishes its harness from other processes.
///
/// Neither its description nor its mirror shows the secret, so no failed expectation of a test prints it.
struct BearerToken: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let text = String.randomToken()

    var description: String { "(hidden)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPResponse {
    /// The text of the answer as the end of a sentence; empty for a page and for no text.
    fileprivate var remark: String {
        let text = String(decoding: body.prefix(400), as: UTF8.self).onOneLine(upTo: 160)
        return text.isEmpty || text.hasPrefix("<") ? "" : "; it answered: \(text)"
    }
}
