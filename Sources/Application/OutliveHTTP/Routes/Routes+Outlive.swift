#if LiveReset
internal import FlyingFox
internal import Outlive
internal import OutliveWire

extension Routes {
    /// Creates the routes of an application that `handler` resets.
    init(of handler: ResetHandler, _ limits: HTTPLimits) {
        self.init()
        let history = handler.history
        let waiting = Places(limits.waiting)
        let resets = ResetRoute(handler, limits, waiting)
        let events = EventRoute(history, limits, waiting)
        add(.POST, "/reset") { request, departure in try await resets.reset(request, departure) }
        add(.POST, "/ping") { request, departure in try await resets.ping(request, departure) }
        atEnd { await resets.end() }
        add(.GET, "/ready") { request, _ in
            _ = try request.checkedQuery()
            let ready = ReadyAnswer(history)
            return .json(ready, status: ready.ready ? 200 : 503)
        }
        add(.GET, "/generations") { request, _ in
            _ = try request.checkedQuery()
            return .json(GenerationsAnswer(history))
        }
        add(.GET, "/survivors") { request, _ in
            _ = try request.checkedQuery()
            return .json(SurvivorsAnswer(history))
        }
        add(.GET, "/events") { request, departure in
            _ = try request.checkedQuery()
            return try events.answer(departure)
        }
        add(.GET, DebugPage.path) { _, _ in DebugPage.response() }
    }
}
#endif
