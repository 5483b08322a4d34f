final class NoteStore: Sendable {
    init(path: String) async throws {}
    func close() async {}
}

final class Server: Sendable {
    init(store: NoteStore) async throws {}
    func stop() async {}
}
