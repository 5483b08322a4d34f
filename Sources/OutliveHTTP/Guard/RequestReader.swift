#if LiveReset
/// Reads one request from a connection, within the limits.
struct RequestReader {
    /// The time that a client has for a part of its request.
    private struct Allowance {
        let end: ContinuousClock.Instant
        /// Whether what had come by the end was read.
        var isUsedUp = false

        /// Begins to count now.
        init(_ time: Duration) { end = ContinuousClock.now.advanced(by: time) }
    }

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
        var time = Allowance(limits.headTime)
        var bytes = [UInt8]()
        var seen = 0
        while true {
            if let end = try RequestHead.end(in: bytes, from: seen) {
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
            bytes += try await read(atMost: limits.headBytes - seen, in: &time, "its head")
        }
    }

    /// Reads the body that a head announces.
    ///
    /// - Throws: as `head`.
    mutating func body(of head: RequestHead) async throws -> [UInt8] {
        var time = Allowance(limits.bodyTime)
        var body = Array(rest.prefix(head.contentLength))
        if body.count < head.contentLength, head["Expect"]?.lowercased() == "100-continue" {
            try await connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), until: time.end)
        }
        while body.count < head.contentLength {
            body += try await read(atMost: head.contentLength - body.count, in: &time, "its body")
        }
        return body
    }

    private var tooLong: Refusal {
        Refusal(431, "the head of the request is too long: it may have \(limits.headBytes) bytes")
    }

    /// Reads more of a part that lacks `count` bytes at most.
    private func read(atMost count: Int, in time: inout Allowance, _ part: String) async throws -> [UInt8] {
        var bytes: [UInt8]?
        do {
            bytes = try await connection.read(atMost: min(count, 65_536), until: time.end)
        } catch is Readiness.TimedOut {
            // What lies there may have been sent in time, as this process may be late. It is read once, all of it: a
            // client that goes on to send gains nothing by that.
            if !time.isUsedUp { bytes = try connection.readNow(atMost: count) }
            time.isUsedUp = true
        }
        guard let bytes else { throw Refusal(408, "the request took too long to send \(part); send it faster") }
        guard !bytes.isEmpty else { throw Connection.Gone() }
        return bytes
    }
}
#endif
