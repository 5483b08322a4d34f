import FlyingFox
import Foundation

/// The handler of one request, created for it and released after its response.
final class RequestHandler: Sendable {
    let service: NoteService
    private let request: HTTPRequest

    /// Creates a handler for a request.
    init(_ service: NoteService, _ request: HTTPRequest) {
        self.service = service
        self.request = request
    }

    /// Responds with the result of an action, or with the error that it throws.
    func respond(_ action: (RequestHandler) async throws -> HTTPResponse) async -> HTTPResponse {
        service.countRequest()
        defer { for plugin in service.plugins { plugin.answered(by: self) } }
        do {
            return try await action(self)
        } catch let error as HTTPFailure {
            return .text(error.reason + "\n", status: error.status)
        } catch {
            return .text("\(error)\n", status: .internalServerError)
        }
    }
}

// MARK: Sessions

extension RequestHandler {
    /// Logs a user in. The sample has no passwords: any name is accepted.
    func logIn() async throws -> HTTPResponse {
        let user = try await body(as: LogIn.self).user
        guard !user.isEmpty else { throw HTTPFailure(.badRequest, "a user needs a name") }
        return try .json(LoggedIn(token: service.sessions.open(user: user).token), status: .created)
    }

    /// Ends the session that the request belongs to.
    func logOut() throws -> HTTPResponse {
        service.sessions.close(try session())
        return HTTPResponse(statusCode: .noContent)
    }

    func session() throws -> Session {
        let bearer = "Bearer "
        guard let credentials = request.headers[.authorization], credentials.hasPrefix(bearer),
            let session = service.sessions.session(token: String(credentials.dropFirst(bearer.count)))
        else { throw HTTPFailure(.unauthorized, "log in first: POST /session") }
        return session
    }
}

// MARK: Notes

extension RequestHandler {
    /// Returns a page of the notes that have the words in `q` and the tag in `tag`.
    func list() throws -> HTTPResponse {
        let query = NoteQuery(text: request.query["q"] ?? "", tag: request.query["tag"])
        let page = request.query["page"].flatMap { Int($0) } ?? 0
        guard (0..<1_000_000).contains(page) else { throw HTTPFailure(.badRequest, "there is no page \(page)") }
        let body = try service.cache.page(.list(query, page: page)) {
            let ids = service.store.ids(matching: query)
            let shown = ids.dropFirst(page * service.settings.pageSize).prefix(service.settings.pageSize)
            return try JSON.encode(NotePage(total: ids.count, page: page, notes: shown.compactMap(service.store.note)))
        }
        return .json(body)
    }

    /// Returns one note.
    func read() throws -> HTTPResponse {
        let id = try noteID()
        let body = try service.cache.page(.note(id: id)) {
            guard let note = service.store.note(id: id) else { throw HTTPFailure.noNote(id) }
            return try JSON.encode(note)
        }
        return .json(body)
    }

    /// Creates a note; the user must be logged in.
    func create() async throws -> HTTPResponse {
        _ = try session()
        return try .json(service.store.create(try await body(as: NoteDraft.self)), status: .created)
    }

    /// Replaces the content of a note.
    func update() async throws -> HTTPResponse {
        _ = try session()
        let id = try noteID()
        guard let note = service.store.update(id: id, to: try await body(as: NoteDraft.self)) else {
            throw HTTPFailure.noNote(id)
        }
        return try .json(note)
    }

    /// Deletes a note.
    func delete() throws -> HTTPResponse {
        _ = try session()
        let id = try noteID()
        guard service.store.delete(id: id) else { throw HTTPFailure.noNote(id) }
        return HTTPResponse(statusCode: .noContent)
    }

    /// Returns the ids of the notes that changed last.
    func changes() throws -> HTTPResponse {
        try .json(service.journal.recent)
    }

    /// Returns the figures of the front page.
    func digest() async throws -> HTTPResponse {
        try .json(await service.refresher.digest)
    }

    func noteID() throws -> Int {
        guard let id = request.routeParameters["id"].flatMap({ Int($0) }) else {
            throw HTTPFailure(.badRequest, "a note's id is a number")
        }
        return id
    }

    private func body<Value: Decodable>(as type: Value.Type) async throws -> Value {
        // FlyingFox sets no limit itself. A body of unknown length is not read at all.
        guard let count = request.bodySequence.count, count <= 1 << 20 else {
            throw HTTPFailure(.payloadTooLarge, "a note has at most 1 MiB, and its length is told beforehand")
        }
        do {
            return try JSON.decode(type, from: try await request.bodyData)
        } catch is DecodingError {
            throw HTTPFailure(.badRequest, "the body is not what is expected here")
        }
    }
}
