internal import OutliveSupport

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

    /// `true` if the method reads only, by RFC 9110, section 9.2.1.
    package var isSafe: Bool { ["GET", "HEAD", "OPTIONS"].contains(method) }

    static func isMethod(_ word: some StringProtocol) -> Bool {
        (1...20).contains(word.utf8.count)
            && word.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}

/// A route: requests of one method whose paths have one template.
package struct Route: Hashable, Sendable {
    /// The method and the template of the path: `GET /users/{id}`.
    package let name: String
    /// The distinct requests, in the order of the file.
    package let requests: [RouteRequest]
}

/// The routes of a file, and what of it is not requested.
package struct RouteFile: Hashable, Sendable {
    package let routes: [Route]
    /// The requests that are left out or changed, and why, a sentence each.
    package let notes: [String]
}

/// The answer to a request of a route.
package struct RouteAnswer: Hashable, Sendable {
    /// The status, or `nil` if there was no answer.
    package var status: Int?
    package var seconds: Double

    package init(status: Int?, seconds: Double) { (self.status, self.seconds) = (status, seconds) }
}

/// The requests of a run by route, and the way to authenticate them.
package struct RoutePlan: Hashable, Sendable, CustomStringConvertible {
    /// The place of the token of a login in the value of a header.
    package static let token = "{token}"

    package let routes: [Route]
    /// The request that begins a session in each process, or `nil` for none.
    package let login: RouteRequest?
    /// Header fields of every request, in which the token of the login replaces `{token}`.
    package let headers: [HTTPHeader]

    package init(routes: [Route], login: RouteRequest? = nil, headers: [HTTPHeader] = []) {
        (self.routes, self.login, self.headers) = (routes, login, headers)
    }

    /// The work of a cycle: `20 routes`.
    package var description: String {
        counted(routes.count, "route") + (login.map { ", after \($0.method) \($0.path)" } ?? "")
    }
}
