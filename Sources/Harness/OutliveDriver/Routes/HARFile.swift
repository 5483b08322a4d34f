internal import OutliveModel

/// An HTTP archive, as browsers and proxies record it.
///
/// Source: HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/
struct HARFile {
    /// The fields that belong to the recorded connection, cache or session.
    private static let leftOut: Set<String> = [
        "accept-encoding", "connection", "content-length", "cookie", "expect", "host", "if-match",
        "if-modified-since", "if-none-match", "if-range", "keep-alive", "priority", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade", "upgrade-insecure-requests",
    ]

    private let entries: [JSONValue]

    /// Creates the archive of a document, or `nil` for another document.
    init?(_ document: JSONValue) {
        guard let entries = document["log"]?["entries"]?.list else { return nil }
        self.entries = entries
    }

    func add(to collector: inout RequestCollector) {
        for entry in entries {
            guard let request = entry["request"], let method = request["method"]?.text, let url = request["url"]?.text
            else {
                collector.leaveOut()
                continue
            }
            guard let headers = Self.headers(of: request) else {
                collector.leaveOut()
                continue
            }
            collector.add(
                method: method, target: url, headers: headers,
                body: Array((request["postData"]?["text"]?.text ?? "").utf8))
        }
    }

    /// Returns the fields to send, with the type of the body, or `nil` if one of them cannot be sent.
    private static func headers(of request: JSONValue) -> [HTTPHeader]? {
        var fields = (request["headers"]?.list ?? []).compactMap { field -> (name: String, value: String)? in
            guard let name = field["name"]?.text, let value = field["value"]?.text, !name.hasPrefix(":"),
                !leftOut.contains(name.lowercased())
            else { return nil }
            return (name, value)
        }
        let hasType = fields.contains { $0.name.lowercased() == "content-type" }
        if !hasType, let type = request["postData"]?["mimeType"]?.text { fields.append(("Content-Type", type)) }
        let headers = fields.compactMap { HTTPHeader(name: $0.name, value: $0.value) }
        return headers.count == fields.count ? headers : nil
    }
}

extension JSONValue {
    /// Returns the value of a field, or `nil` if there is none.
    subscript(_ name: String) -> JSONValue? { object?[name] }

    /// The values of a list, or `nil` if it is another kind of value.
    var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }
}
