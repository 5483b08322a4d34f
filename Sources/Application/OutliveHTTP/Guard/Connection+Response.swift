#if LiveReset
internal import FlyingFox

extension Connection {
    /// Writes a response that closes the connection.
    ///
    /// - Throws: An error if the client has disconnected or reads more slowly than the limits allow.
    func write(_ response: HTTPResponse, _ limits: HTTPLimits) async throws {
        guard case .httpBody(let body) = response.payload else { throw Gone() }
        let deadline = ContinuousClock.now.advanced(by: limits.writeTime)
        var head = Self.head(of: response, length: body.count)
        // A short response goes out in one piece.
        if let count = body.count, count <= 4_096 {
            for try await part in body { head += part }
            return try await write(head, until: deadline)
        }
        try await write(head, until: deadline)
        for try await part in body {
            // A stream has no end, so each part of it gets the time limit of a whole response.
            let deadline = body.count == nil ? ContinuousClock.now.advanced(by: limits.writeTime) : deadline
            try await write(Array(part), until: deadline)
        }
    }

    private static func head(of response: HTTPResponse, length: Int?) -> [UInt8] {
        let status = response.statusCode
        var lines = ["HTTP/1.1 \(status.code) \(status.phrase)"]
        for name in response.headers.keys.map(\.rawValue).sorted() {
            // A line break would begin a field of its own.
            let value = (response.headers[HTTPHeader(name)] ?? "").map { $0.isNewline ? " " : $0 }
            lines.append("\(name): " + String(value))
        }
        lines.append(length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked")
        lines.append("Connection: close")
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
#endif
