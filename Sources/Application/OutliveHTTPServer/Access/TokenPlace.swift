/// The places in which a request may present the token.
package enum TokenPlace: Sendable {
    /// The field `Authorization`.
    case header
    /// Also the parameter `token` of the query, for a page that a browser opens by a URL.
    case headerOrQuery

    /// The words of a refusal: what to do.
    var remedy: String {
        switch self {
        case .header: "send Authorization: Bearer and the OUTLIVE_TOKEN of this launch"
        case .headerOrQuery: "open the whole URL that outlive printed"
        }
    }

    /// Returns `true` if a request presents a token here.
    func presents(_ token: Token, in head: RequestHead) -> Bool {
        if token.isPresented(by: head["Authorization"]) { return true }
        guard case .headerOrQuery = self, head.method == "GET" else { return false }
        let name = "token="
        let values = (head.query ?? "").split(separator: "&").filter { $0.hasPrefix(name) }
        // A token is of characters that no encoding changes.
        return values.count == 1 && token.isEqual(to: String(values[0].dropFirst(name.count)))
    }
}
