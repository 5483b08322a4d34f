#if LiveReset
internal import FlyingFox
internal import Outlive
internal import OutliveModel

extension Routes {
    /// The routes of an application that is reset by `handler`.
    init(of handler: ResetHandler, _ limits: HTTPLimits) {
        self.init()
        let history = handler.history
        let resets = ResetRoute(handler, limits)
        let events = EventRoute(history, limits)
        add(.POST, "/reset") { request in try await resets.reset(request) }
        add(.POST, "/ping") { request in try await resets.ping(request) }
        add(.GET, "/ready") { request in
            _ = try request.checkedQuery()
            let ready = ReadyAnswer(ready: history.isUsable, generation: history.generation)
            return .json(ready, status: ready.ready ? 200 : 503)
        }
        add(.GET, "/generations") { request in
            _ = try request.checkedQuery()
            return .json(GenerationsAnswer(generation: history.generation, generations: history.reports))
        }
        add(.GET, "/survivors") { request in
            _ = try request.checkedQuery()
            let newest = history.reports.last
            return .json(SurvivorsAnswer(generation: newest?.generation, survivors: newest?.survivors ?? []))
        }
        add(.GET, "/events") { request in
            _ = try request.checkedQuery()
            return try events.answer()
        }
        add(.GET, DebugPage.path) { _ in DebugPage.response() }
    }
}

/// The body of `GET /ready`.
struct ReadyAnswer: Codable, Equatable {
    /// Whether the application can be used now.
    var ready: Bool
    /// The generation that it is in, counted from 1.
    var generation: Int
}

/// The body of `GET /generations`.
struct GenerationsAnswer: Codable, Equatable {
    /// The generation that the application is in, counted from 1.
    var generation: Int
    /// The reports of those that have settled, oldest first, 100 at most.
    var generations: [GenerationReport]
}

/// The body of `GET /survivors`.
struct SurvivorsAnswer: Codable, Equatable {
    /// The generation that settled last; absent where none has.
    var generation: Int?
    /// What was alive then of it, and of those before.
    var survivors: [Survivor]
}
#endif
