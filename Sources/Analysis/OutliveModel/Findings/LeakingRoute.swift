internal import OutliveSupport

/// A route whose requests leave a leak behind.
package struct LeakingRoute: Codable, Hashable, Sendable {
    /// The method and the template of the path: `GET /users/{id}`.
    package var name: String
    /// The part of the growth that the route's requests account for, above 0 and at most 1.
    package var share: Double

    package init(name: String, share: Double) { (self.name, self.share) = (name, share) }
}

extension Cause {
    /// The routes whose requests leave the objects of the cause behind, the largest share first.
    ///
    /// `nil` in a run without routes; empty if the cause grows without requests as well, or its route is unknown.
    /// The cycle of birth of objects and blocks is exact, so a growing container decides only without any.
    package var routes: [LeakingRoute]? {
        let known = findings.filter { $0.routes != nil }
        guard !known.isEmpty else { return nil }
        let exact = known.filter { $0.unit != .bytes }
        let sources = (exact.contains { $0.routes?.isEmpty == false } ? exact : known).flatMap { $0.routes ?? [] }
        return sources.combined(by: \.name) { $0.share = max($0.share, $1.share) }
            .sorted { ($1.share, $0.name) < ($0.share, $1.name) }
    }
}
