/// What can be added to the service without changing it: told of every generation and of every request.
protocol ServicePlugin: Sendable {
    /// A generation begins to serve.
    func attach(to service: NoteService)
    /// A generation has served its last request.
    func detach(from service: NoteService)
    /// A request was answered.
    func answered(by handler: RequestHandler)
}

extension ServicePlugin {
    func attach(to service: NoteService) {}
    func detach(from service: NoteService) {}
    func answered(by handler: RequestHandler) {}
}
