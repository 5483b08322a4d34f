internal import OutliveSupport

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
