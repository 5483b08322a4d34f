import FlyingFox
import Foundation

/// The body of `POST /session`.
struct LogIn: Codable, Sendable {
    var user: String
}

/// The answer to `POST /session`.
struct LoggedIn: Codable, Sendable {
    var token: String
}

/// The answer to `GET /notes`.
struct NotePage: Codable, Sendable {
    /// The number of notes on all pages together.
    var total: Int
    /// The number of this page, counted from 0.
    var page: Int
    /// The notes on this page, newest first.
    var notes: [Note]
}

/// An error that becomes the response to a request.
struct HTTPFailure: Error, Sendable {
    var status: HTTPStatusCode
    var reason: String

    init(_ status: HTTPStatusCode, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    static func noNote(_ id: Int) -> HTTPFailure { HTTPFailure(.notFound, "there is no note \(id)") }
}

/// The service's JSON format: equal values give equal bytes.
enum JSON {
    static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try JSONDecoder().decode(type, from: data)
    }
}

extension HTTPResponse {
    static func text(_ text: String, status: HTTPStatusCode = .ok) -> HTTPResponse {
        HTTPResponse(statusCode: status, headers: [.contentType: "text/plain; charset=utf-8"], body: Data(text.utf8))
    }

    static func json(_ body: Data, status: HTTPStatusCode = .ok) -> HTTPResponse {
        HTTPResponse(statusCode: status, headers: [.contentType: "application/json"], body: body)
    }

    static func json(_ value: some Encodable, status: HTTPStatusCode = .ok) throws -> HTTPResponse {
        json(try JSON.encode(value), status: status)
    }
}
