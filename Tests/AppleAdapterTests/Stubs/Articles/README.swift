final class NoteStore: Sendable {
    init() async throws {}
    func close() async {}
}

final class Server: Sendable {
    init(store: NoteStore) async throws {}
    func stop() async {}
}
