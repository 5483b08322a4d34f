package import Outlive
package import OutliveHTTPServer
internal import OutliveSupport
internal import OutliveWire

extension Routes {
    /// The paths that need no token: a browser sends none when the user opens the debug page.
    package static let openPaths: Set = [debugPath]

    /// Creates the routes for the application that `handler` resets.
    package init(of handler: ResetHandler, _ limits: HTTPLimits) {
        let history = handler.history
        let waiting = Limiter(limits.waiting)
        let resets = ResetRoute(handler, limits, waiting)
        let events = EventRoute(history, limits, waiting)
        /// Returns the handler of `GET` requests without a query.
        func get(_ answer: @escaping @Sendable () throws -> HTTPResponse) -> [String: Handler] {
            [
                "GET": { request in
                    _ = try request.checkedQuery()
                    return try answer()
                }
            ]
        }
        self.init(
            [
                "/reset": ["POST": { try await resets.reset($0) }],
                "/ping": ["POST": { try await resets.ping($0) }],
                "/ready": get {
                    let ready = ReadyAnswer(history)
                    return .json(ready, status: ready.ready ? 200 : 503)
                },
                "/generations": get { .json(GenerationsAnswer(history)) },
                "/survivors": get { .json(SurvivorsAnswer(history)) },
                "/metrics": get { .metrics(OpenMetrics(history).bytes) },
                // Go's servers use the same path, which the readers of pprof know.
                "/debug/pprof/heap": get { try .heapProfile() },
                "/events": ["GET": { try events.response(to: $0) }],
                debugPath: ["GET": { _ in debugPage() }],
            ], ending: { await resets.end() })
    }
}
