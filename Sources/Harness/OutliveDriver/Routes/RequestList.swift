internal import OutliveModel
internal import OutliveSupport

/// A list of requests that people write: `METHOD /PATH BODY` on a line, and header fields on indented lines below it.
///
/// The method may be left out for GET. An empty line, or one that begins with `#`, is a remark.
struct RequestList {
    private struct Entry {
        var method: String
        var target: String
        var body: String
        var headers: [HTTPHeader] = []
    }

    private var entries: [Entry] = []

    /// Parses the lines of a list.
    ///
    /// - Throws: `UsageError` with the number of the first line that is no request.
    init(_ lines: [Substring], named name: String) throws(UsageError) {
        for (index, line) in lines.enumerated() {
            let place = "\(name):\(index + 1)"
            let isIndented = line.first?.isWhitespace == true
            let text = line.trimmed
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            if isIndented, !entries.isEmpty {
                guard let header = HTTPHeader(line: text) else {
                    throw UsageError("\(place): '\(text.onOneLine(upTo: 80))' is no header field: write Name: value")
                }
                entries[entries.count - 1].headers.append(header)
            } else {
                entries.append(try Self.entry(text, place))
            }
        }
    }

    /// Parses one request in the form of a line: `POST /login {"user": "ann"}`.
    ///
    /// - Throws: `UsageError` if it is none, or cannot be sent.
    static func request(_ text: String, _ place: String) throws(UsageError) -> RouteRequest {
        let entry = try entry(text, place)
        guard
            let request = RouteRequest(
                method: entry.method, target: entry.target, headers: headers(of: entry), body: Array(entry.body.utf8))
        else { throw refusal(text, place) }
        return request
    }

    private static func entry(_ text: some StringProtocol, _ place: String) throws(UsageError) -> Entry {
        let words = text.split(separator: " ", maxSplits: 2)
        if words.count == 1, isTarget(words[0]) { return Entry(method: "GET", target: String(words[0]), body: "") }
        guard words.count >= 2, RouteRequest.isMethod(words[0]), isTarget(words[1]) else { throw refusal(text, place) }
        return Entry(method: String(words[0]), target: String(words[1]), body: words.count == 3 ? String(words[2]) : "")
    }

    private static func isTarget(_ word: some StringProtocol) -> Bool {
        word.hasPrefix("/") || word.contains("://")
    }

    private static func refusal(_ text: some StringProtocol, _ place: String) -> UsageError {
        UsageError("\(place): '\(text.onOneLine(upTo: 80))' is no request: write METHOD /PATH, such as GET /users/17")
    }

    /// Returns the fields of a request, with the type of its body unless it has one.
    private static func headers(of entry: Entry) -> [HTTPHeader] {
        guard !entry.body.isEmpty, !entry.headers.contains(where: { $0.name.lowercased() == "content-type" }) else {
            return entry.headers
        }
        let isJSON = entry.body.first.map { "{[\"".contains($0) } ?? false
        let type = isJSON ? "application/json" : "application/x-www-form-urlencoded"
        return entry.headers + [HTTPHeader(name: "Content-Type", value: type)].compactMap(\.self)
    }

    func add(to collector: inout RequestCollector) {
        for entry in entries {
            collector.add(
                method: entry.method, target: entry.target, headers: Self.headers(of: entry),
                body: Array(entry.body.utf8))
        }
    }
}

extension Substring {
    /// The text without blanks at its ends.
    fileprivate var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        return start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count)
    }
}

extension RoutePlan {
    /// Parses the request of `--login`, as a line of a list of requests.
    ///
    /// - Throws: `UsageError` if it is none.
    package static func login(parsing option: String) throws(UsageError) -> RouteRequest {
        try RequestList.request(option, "--login")
    }
}
