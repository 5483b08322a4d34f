package import Outlive
package import OutliveHTTPServer
internal import OutliveSupport
internal import OutliveWire

extension Routes {
    /// The paths that need no token: a browser sends none when the user opens the debug page.
    package static let openPaths: Set = [DebugPage.path]

    /// Creates the routes for the application that `handler` resets.
    package init(of handler: ResetHandler, _ limits: HTTPLimits) {
        let history = handler.history
        let waiting = Limiter(limits.waiting)
        let resets = ResetRoute(handler, limits, waiting)
        let events = EventRoute(history, limits, waiting)
        self.init(
            [
                "/reset": ["POST": { try await resets.reset($0) }],
                "/ping": ["POST": { try await resets.ping($0) }],
                "/ready": [
                    "GET": { request in
                        _ = try request.checkedQuery()
                        let ready = ReadyAnswer(history)
                        return .json(ready, status: ready.ready ? 200 : 503)
                    }
                ],
                "/generations": [
                    "GET": { request in
                        _ = try request.checkedQuery()
                        return .json(GenerationsAnswer(history))
                    }
                ],
                "/survivors": [
                    "GET": { request in
                        _ = try request.checkedQuery()
                        return .json(SurvivorsAnswer(history))
                    }
                ],
                "/metrics": [
                    "GET": { request in
                        _ = try request.checkedQuery()
                        return .metrics(OpenMetrics(history).bytes)
                    }
                ],
                // Go's servers use the same path, which the readers of pprof know.
                "/debug/pprof/heap": [
                    "GET": { request in
                        _ = try request.checkedQuery()
                        return try .heapProfile()
                    }
                ],
                "/events": ["GET": { try events.response(to: $0) }],
                DebugPage.path: ["GET": { _ in DebugPage.response() }],
            ], ending: { await resets.end() })
    }
}
