/// A line of an access log in the common or combined format of Apache and nginx.
///
/// `127.0.0.1 - - [10/Oct/2026:13:55:36 -0700] "GET /users/17 HTTP/1.1" 200 2326 "https://example.com/" "agent"`
struct AccessLogLine {
    let method: String
    let target: String

    /// Parses a line, or returns `nil` if it is none of a log.
    init?(_ line: Substring) {
        // The time in brackets, and the request in quotes, in which a quote follows a backslash.
        guard let time = line.firstIndex(of: "["), let end = line[time...].firstIndex(of: "]") else { return nil }
        guard let open = line[end...].firstIndex(of: "\"") else { return nil }
        guard line[line.index(after: end)..<open].allSatisfy({ $0 == " " }) else { return nil }
        var request = ""
        var isEscaped = false
        for character in line[line.index(after: open)...] {
            if character == "\"", !isEscaped { break }
            isEscaped = character == "\\" && !isEscaped
            request.append(character)
        }
        let words = request.split(separator: " ")
        guard (2...3).contains(words.count), words.count == 2 || words[2].hasPrefix("HTTP/"),
            RouteRequest.isMethod(words[0])
        else { return nil }
        (method, target) = (String(words[0]), String(words[1]))
    }
}
