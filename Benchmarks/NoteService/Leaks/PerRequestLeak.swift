import Synchronization

/// The handlers of requests are kept after their answers, "for the log", and hold their generation of the service.
struct PerRequestLeak: ServicePlugin {
    // The mistake: a handler is gone with its answer only when nobody keeps it.
    private static let answered = Mutex<[RequestHandler]>([])

    func answered(by handler: RequestHandler) {
        Self.answered.withLock { $0.append(handler) }
    }
}
