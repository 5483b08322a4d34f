struct HTTPResponse: Hashable, Sendable {
    var status: Int
    /// The body after transfer decoding.
    var body: [UInt8]

    /// `true` if the status is in 200 ..< 400, the range that Kubernetes probes accept.
    var isSuccess: Bool { (200..<400).contains(status) }
}

struct HTTPSyntaxError: Error {}

extension HTTPResponse {
    /// Parses a response from the bytes received so far.
    ///
    /// - Returns: the response, or `nil` if more bytes are needed.
    init?(_ bytes: ArraySlice<UInt8>, method: String, atEnd: Bool) throws(HTTPSyntaxError) {
        guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            if atEnd { throw HTTPSyntaxError() }
            return nil
        }
        let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            throw HTTPSyntaxError()
        }
        let rest = bytes[head.upperBound...]
        if (100..<200).contains(status) {
            // An interim response such as `100 Continue`; the final one follows.
            try self.init(rest, method: method, atEnd: atEnd)
            return
        }
        let headers = HTTPResponse.headers(lines.dropFirst())
        let body: [UInt8]?
        if method == "HEAD" || status == 204 || status == 304 {
            body = []
        } else if headers["transfer-encoding"]?.lowercased().hasSuffix("chunked") == true {
            body = try HTTPResponse.unchunked(rest)
        } else if let length = headers["content-length"] {
            guard let length = Int(length), length >= 0 else { throw HTTPSyntaxError() }
            body = rest.count >= length ? Array(rest.prefix(length)) : nil
        } else {
            body = atEnd ? Array(rest) : nil
        }
        guard let body else {
            if atEnd { throw HTTPSyntaxError() }
            return nil
        }
        self.init(status: status, body: body)
    }

    private static func headers(_ lines: ArraySlice<Substring>) -> [String: String] {
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers[line[..<colon].lowercased()] = String(value)
        }
        return headers
    }

    /// Returns the body of a chunked transfer, or `nil` if its last chunk is missing.
    private static func unchunked(_ bytes: ArraySlice<UInt8>) throws(HTTPSyntaxError) -> [UInt8]? {
        var body: [UInt8] = []
        var rest = bytes
        while let lineEnd = rest.firstRange(of: Array("\r\n".utf8)) {
            let line = String(decoding: rest[..<lineEnd.lowerBound], as: UTF8.self)
            guard let size = Int(line.prefix { $0.isHexDigit }, radix: 16) else { throw HTTPSyntaxError() }
            rest = rest[lineEnd.upperBound...]
            if size == 0 { return body }
            guard rest.count >= size + 2 else { return nil }
            body += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
        return nil
    }
}
