/// An extension of the service that is called for every generation and every request.
protocol ServicePlugin: Sendable {
    /// Called when a generation begins to serve.
    func attach(to service: NoteService)
    /// Called when a generation has served its last request.
    func detach(from service: NoteService)
    /// Called when a request was answered.
    func answered(by handler: RequestHandler)
}

extension ServicePlugin {
    func attach(to service: NoteService) {}
    func detach(from service: NoteService) {}
    func answered(by handler: RequestHandler) {}
}
