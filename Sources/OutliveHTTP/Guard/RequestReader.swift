#if LiveReset
/// Reads one request from a connection, within the limits.
struct RequestReader {
    let connection: Connection
    let limits: HTTPLimits
    /// What was read beyond the head.
    private var rest: [UInt8] = []

    init(_ connection: Connection, _ limits: HTTPLimits) {
        self.connection = connection
        self.limits = limits
    }

    /// Reads the request line and the header fields.
    ///
    /// - Throws: `Refusal` where the head is too long, late or wrong, or announces a body that is too long;
    ///   `Connection.Gone` where the client leaves before it ends.
    mutating func head() async throws -> RequestHead {
        let deadline = ContinuousClock.now.advanced(by: limits.headTime)
        var bytes = [UInt8]()
        var seen = 0
        while true {
            if let end = try RequestHead.end(in: bytes, from: seen) {
                guard end <= limits.headBytes else { throw tooLong }
                rest = Array(bytes[end...])
                let head = try RequestHead(parsing: bytes[..<end])
                guard ["100-continue", nil].contains(head["Expect"]?.lowercased()) else {
                    throw Refusal(417, "the request expects what is not done; leave Expect out, or send 100-continue")
                }
                guard head.contentLength <= limits.bodyBytes else {
                    throw Refusal(413, "the body is too long: it may have \(limits.bodyBytes) bytes")
                }
                return head
            }
            seen = bytes.count
            guard seen < limits.headBytes else { throw tooLong }
            bytes += try await read(atMost: 4_096, until: deadline, "its head")
        }
    }

    /// Reads the body that a head announces.
    ///
    /// - Throws: as `head`.
    mutating func body(of head: RequestHead) async throws -> [UInt8] {
        let deadline = ContinuousClock.now.advanced(by: limits.bodyTime)
        var body = Array(rest.prefix(head.contentLength))
        if body.count < head.contentLength, head["Expect"]?.lowercased() == "100-continue" {
            try await connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), until: deadline)
        }
        while body.count < head.contentLength {
            body += try await read(atMost: min(head.contentLength - body.count, 65_536), until: deadline, "its body")
        }
        return body
    }

    private var tooLong: Refusal {
        Refusal(431, "the head of the request is too long: it may have \(limits.headBytes) bytes")
    }

    private func read(
        atMost count: Int, until deadline: ContinuousClock.Instant, _ part: String
    ) async throws -> [UInt8] {
        do {
            let bytes = try await connection.read(atMost: count, until: deadline)
            guard !bytes.isEmpty else { throw Connection.Gone() }
            return bytes
        } catch is Readiness.TimedOut {
            throw Refusal(408, "the request took too long to send \(part); send it faster")
        }
    }
}
#endif
