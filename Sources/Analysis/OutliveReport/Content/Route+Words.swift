internal import OutliveModel
internal import OutliveSupport

/// The maximum number of routes in a clause.
private let listedRoutes = 4

extension Cause {
    /// The routes whose requests leave the objects behind: `GET /users/{id}`, or with several each with its share.
    ///
    /// It is `nil` in a run without routes.
    var routesDescription: String? {
        guard let routes else { return nil }
        guard routes.count != 1 else { return oneLine(routes[0].name) }
        guard !routes.isEmpty else { return "none stands out: it grows without requests, or some time after them" }
        let shown = routes.prefix(listedRoutes).map {
            "\(oneLine($0.name)) (\(fixed(100 * $0.share, digits: 0)) %)"
        }
        let more = routes.count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}

extension RouteRemoval {
    /// The state in a sentence: `POST /cart creates CartItem, and DELETE /cart removes them: 80 in 8 blocks.`
    var sentence: String {
        let words = Metric(rawValue: subject)?.words ?? oneLine(subject)
        let more = others > 0 ? " and \(counted(others, "other type"))" : ""
        return
            "\(oneLine(creator)) creates \(words)\(more), and \(oneLine(remover)) removes them: \(grouped(removed)) in "
            + "\(counted(blocks, "block")), so they are state and no leak."
    }
}

extension RouteFigures {
    /// The requests without success, in a sentence: `GET /x: 80 of 80 requests were answered with 404.`
    var refusal: String? {
        let refused = answers.filter { !$0.isSuccess }
        guard !refused.isEmpty else { return nil }
        let parts = refused.map { answers in
            "\(grouped(answers.count)) "
                + (answers.status.map { "\(answers.count == 1 ? "was" : "were") answered with \($0)" }
                    ?? "got no answer")
        }
        return "\(oneLine(name)): of \(counted(requests, "request")) \(parts.joined(separator: ", "))."
    }
}
