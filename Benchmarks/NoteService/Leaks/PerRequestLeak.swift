import Synchronization

/// Request handlers that are kept after their responses, "for the log", and retain their generation of the service.
struct PerRequestLeak: ServicePlugin {
    // The mistake: these references keep the handlers alive after their responses.
    private static let answered = Mutex<[RequestHandler]>([])

    func answered(by handler: RequestHandler) {
        Self.answered.withLock { $0.append(handler) }
    }
}
