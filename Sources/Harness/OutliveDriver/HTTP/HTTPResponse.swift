struct HTTPResponse: Hashable, Sendable {
    var status: Int
    /// The body after transfer decoding.
    var body: [UInt8]
    /// The cookies that it sets, each as `name=value`.
    var cookies: [String] = []

    /// `true` if the status is in 200 ..< 400, the range that Kubernetes probes accept.
    var isSuccess: Bool { (200..<400).contains(status) }
}

extension HTTPResponse {
    /// Parses a response from the bytes received so far.
    ///
    /// - Returns: the response, or `nil` if more bytes are needed.
    init?(_ bytes: ArraySlice<UInt8>, method: String, atEnd: Bool) throws(ConnectionError) {
        var rest = bytes
        while let head = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
            let lines = String(decoding: rest[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n")
            let words = lines.first?.split(separator: " ") ?? []
            guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
                throw .notHTTP
            }
            rest = rest[head.upperBound...]
            // An interim response such as `100 Continue`; the final one follows.
            if (100..<200).contains(status) { continue }
            let headers = HTTPResponse.headers(lines.dropFirst())
            let body: [UInt8]?
            if method == "HEAD" || status == 204 || status == 304 {
                body = []
            } else if headers["transfer-encoding"]?.lowercased().hasSuffix("chunked") == true {
                body = try HTTPResponse.unchunked(rest)
            } else if let length = headers["content-length"] {
                guard let length = Int(length), length >= 0 else { throw .notHTTP }
                body = rest.count >= length ? Array(rest.prefix(length)) : nil
            } else {
                body = atEnd ? Array(rest) : nil
            }
            guard let body else { break }
            self.init(status: status, body: body, cookies: HTTPResponse.cookies(lines.dropFirst()))
            return
        }
        if atEnd { throw .notHTTP }
        return nil
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

    private static func cookies(_ lines: ArraySlice<Substring>) -> [String] {
        lines.compactMap { line in
            guard let header = HTTPHeader(line: line), header.name.lowercased() == "set-cookie" else { return nil }
            return header.value.split(separator: ";").first.map(String.init)
        }
    }

    /// Returns the body of a chunked transfer, or `nil` if its last chunk is missing.
    private static func unchunked(_ bytes: ArraySlice<UInt8>) throws(ConnectionError) -> [UInt8]? {
        var body: [UInt8] = []
        var rest = bytes
        while let lineEnd = rest.firstRange(of: Array("\r\n".utf8)) {
            let line = String(decoding: rest[..<lineEnd.lowerBound], as: UTF8.self)
            guard let size = Int(line.prefix { $0.isHexDigit }, radix: 16) else { throw .notHTTP }
            rest = rest[lineEnd.upperBound...]
            if size == 0 { return body }
            // A size may be any number, so nothing is added to it before this comparison.
            guard rest.count - 2 >= size else { return nil }
            body += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
        return nil
    }
}
