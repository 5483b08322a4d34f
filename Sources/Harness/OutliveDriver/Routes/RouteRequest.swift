/// A request of a file, without the host that it is sent to.
package struct RouteRequest: Hashable, Sendable {
    /// The longest target and body that are sent, in bytes.
    static let longestTarget = 8192
    static let longestBody = 1 << 20

    package let method: String
    /// The path and query, beginning with `/`.
    package let target: String
    package let headers: [HTTPHeader]
    package let body: [UInt8]

    /// Creates a request, or `nil` if it cannot be sent as HTTP: a fragment of the target is left out.
    package init?(method: String, target: String, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        let target = String(target.prefix { $0 != "#" })
        guard Self.isMethod(method), target.hasPrefix("/"), target.utf8.count <= Self.longestTarget,
            target.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), body.count <= Self.longestBody
        else { return nil }
        (self.method, self.target, self.headers, self.body) = (method, target, headers, body)
    }

    /// The path without the query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The bytes that the request takes in memory, roughly.
    var size: Int {
        headers.reduce(64 + target.utf8.count + body.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }

    /// `true` if the method reads only, by RFC 9110, section 9.2.1.
    package var isSafe: Bool { ["GET", "HEAD", "OPTIONS"].contains(method) }

    static func isMethod(_ word: some StringProtocol) -> Bool {
        (1...20).contains(word.utf8.count)
            && word.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}
