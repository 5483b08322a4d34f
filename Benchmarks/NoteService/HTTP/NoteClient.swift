import FlyingFox
import FlyingSocks
import Foundation

/// A client of the service; it sends one request at a time.
final class NoteClient {
    private let address: sockaddr_in
    private var http = HTTPClient()
    private var token: String?

    /// Creates a client of the service at a port of this machine.
    init(port: UInt16) throws {
        address = try .inet(ip4: "127.0.0.1", port: port)
    }

    func logIn(as user: String) async throws {
        token = try await send(.POST, "/session", body: JSON.encode(LogIn(user: user)), as: LoggedIn.self).token
    }

    func notes(matching text: String = "", tag: String? = nil) async throws -> NotePage {
        var query: [HTTPRequest.QueryItem] = []
        if !text.isEmpty { query.append(.init(name: "q", value: text)) }
        if let tag { query.append(.init(name: "tag", value: tag)) }
        return try await send(.GET, "/notes", query: query, as: NotePage.self)
    }

    func note(id: Int) async throws -> Note {
        try await send(.GET, "/notes/\(id)", as: Note.self)
    }

    func create(_ draft: NoteDraft) async throws -> Note {
        try await send(.POST, "/notes", body: JSON.encode(draft), as: Note.self)
    }

    func update(id: Int, to draft: NoteDraft) async throws -> Note {
        try await send(.PUT, "/notes/\(id)", body: JSON.encode(draft), as: Note.self)
    }

    func delete(id: Int) async throws {
        try await send(.DELETE, "/notes/\(id)")
    }
}

extension NoteClient {
    private func send<Answer: Decodable>(
        _ method: HTTPMethod, _ path: String, query: [HTTPRequest.QueryItem] = [], body: Data = Data(),
        as type: Answer.Type
    ) async throws -> Answer {
        try JSON.decode(type, from: try await send(method, path, query: query, body: body))
    }

    @discardableResult
    private func send(
        _ method: HTTPMethod, _ path: String, query: [HTTPRequest.QueryItem] = [], body: Data = Data()
    ) async throws -> Data {
        let (status, answer) = try await self.answer(to: method, path, query: query, body: body)
        guard (200..<300).contains(status) else {
            let reason = String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            throw ServiceFailure.failed("\(method.rawValue) \(path) was answered with \(status): \(reason)")
        }
        return answer
    }

    /// Returns the status and the body of the response, whatever the status.
    func answer(
        to method: HTTPMethod, _ path: String, query: [HTTPRequest.QueryItem] = [], body: Data = Data()
    ) async throws -> (status: Int, body: Data) {
        var headers: [HTTPHeader: String] = [.connection: "close"]
        headers[.authorization] = token.map { "Bearer \($0)" }
        let request = HTTPRequest(
            method: method, version: .http11, path: path, query: query, headers: headers,
            body: body)
        let response = try await send(request)
        return (response.statusCode.code, try await response.bodyData)
    }

    /// Sends a request over a new connection.
    ///
    /// FlyingFox allows five seconds to open a connection and does not limit reading. That is too short on a busy
    /// machine. Nothing has been sent by then, so the request may be sent again.
    private func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        for _ in 1..<6 {
            do {
                return try await http.sendHTTPRequest(request, to: address)
            } catch SocketError.timeout {}
        }
        return try await http.sendHTTPRequest(request, to: address)
    }
}
