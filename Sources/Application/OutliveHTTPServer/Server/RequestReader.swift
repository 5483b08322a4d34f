/// A reader of one request from a connection, within the limits.
struct RequestReader {
    /// The time limit for a part of the request, counted from its creation.
    private struct Allowance {
        let end: ContinuousClock.Instant
        /// `true` if the data that was available at the end of the time limit has been read.
        var isUsedUp = false

        init(_ time: Duration) { end = ContinuousClock.now.advanced(by: time) }
    }

    let connection: Connection
    let limits: HTTPLimits
    /// The bytes read beyond the head.
    private var rest: [UInt8] = []

    init(_ connection: Connection, _ limits: HTTPLimits) {
        self.connection = connection
        self.limits = limits
    }

    /// Reads the request line and the header fields.
    ///
    /// - Throws: `Refusal` if the head is too long, late or invalid, or announces a body that is too long.
    ///   `Connection.Gone` if the client disconnects before it ends.
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

    /// Reads the body announced by a head.
    ///
    /// - Throws: The errors of `head()`.
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

    /// Reads at most `count` more bytes of a part of the request.
    private func read(atMost count: Int, in time: inout Allowance, _ part: String) async throws -> [UInt8] {
        var bytes: [UInt8]?
        do {
            bytes = try await connection.read(atMost: min(count, 65_536), until: time.end)
        } catch is Readiness.TimedOut {
            // The available bytes may have been sent in time, if this process is late. They are read only once, so a
            // client that keeps sending gains no time.
            if !time.isUsedUp { bytes = try connection.readNow(atMost: count) }
            time.isUsedUp = true
        }
        guard let bytes else { throw Refusal(408, "the request took too long to send \(part); send it faster") }
        guard !bytes.isEmpty else { throw Connection.Gone() }
        return bytes
    }
}
