/// A route: requests of one method whose paths have one template.
package struct Route: Hashable, Sendable {
    /// The method and the template of the path: `GET /users/{id}`.
    package let name: String
    /// The distinct requests, in the order of the file.
    package let requests: [RouteRequest]

    package init(name: String, requests: [RouteRequest]) { (self.name, self.requests) = (name, requests) }
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
