/// A line of an access log in the common or combined format of Apache and nginx.
///
/// `127.0.0.1 - - [10/Oct/2026:13:55:36 -0700] "GET /users/17 HTTP/1.1" 200 2326 "https://example.com/" "agent"`
struct AccessLogLine {
    let method: String
    let target: String

    /// Parses a line, or returns `nil` if it is none of a log.
    init?(_ line: ArraySlice<UInt8>) {
        // The time in brackets, and the request in quotes, in which a quote follows a backslash.
        guard let time = line.firstIndex(of: UInt8(ascii: "[")),
            let end = line[time...].firstIndex(of: UInt8(ascii: "]")),
            let open = line[end...].firstIndex(of: UInt8(ascii: "\"")),
            line[(end + 1)..<open].allSatisfy({ $0 == UInt8(ascii: " ") })
        else { return nil }
        var close = open + 1
        while close < line.endIndex, line[close] != UInt8(ascii: "\"") {
            close += line[close] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard close < line.endIndex else { return nil }
        let words = line[(open + 1)..<close].split(separator: UInt8(ascii: " "))
        guard (2...3).contains(words.count), words.count == 2 || words[2].starts(with: "HTTP/".utf8) else { return nil }
        let method = String(decoding: words[0], as: UTF8.self)
        guard RouteRequest.isMethod(method) else { return nil }
        (self.method, target) = (method, String(decoding: words[1], as: UTF8.self))
    }
}
