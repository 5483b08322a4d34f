#if LiveReset
internal import FlyingFox

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension HTTPResponse {
    /// An answer with a JSON body.
    static func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return HTTPResponse(statusCode: .numbered(status), headers: .ofJSON, body: try encoder.encode(value))
        } catch {
            // A number that is no number, for one. It must not look like an answer.
            return HTTPResponse(statusCode: .internalServerError, headers: .ofJSON)
        }
    }
}

extension HTTPHeaders {
    static let ofJSON: HTTPHeaders = [
        .contentType: "application/json", .cacheControl: "no-store",
        HTTPHeader("X-Content-Type-Options"): "nosniff",
    ]
}

extension HTTPStatusCode {
    private static let known: [HTTPStatusCode] = [
        .ok, .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .requestTimeout, .conflict,
        .lengthRequired, .payloadTooLarge, .unsupportedMediaType, .expectationFailed, .unprocessableContent,
        .requestHeaderFieldsTooLarge, .internalServerError, .serviceUnavailable, .gatewayTimeout,
        .httpVersionNotSupported,
    ]

    static func numbered(_ code: Int) -> HTTPStatusCode {
        known.first { $0.code == code } ?? HTTPStatusCode(code, phrase: "Status")
    }
}

extension HTTPRequest {
    /// Makes FlyingFox's request of one that the guard has read.
    init(_ head: RequestHead, _ body: [UInt8]) {
        var headers = HTTPHeaders()
        for field in head.fields { headers.addValue(field.value, for: HTTPHeader(field.name)) }
        self.init(
            method: HTTPMethod(head.method), version: .http11, target: Target(path: head.path, query: head.query ?? ""),
            headers: headers, body: HTTPBodySequence(data: Data(body)))
    }

    /// Refuses what the query asks for and the route does not know.
    ///
    /// - Parameter known: the value that each name may have.
    /// - Returns: the names that it has.
    func checkedQuery(_ known: [String: String] = [:]) throws(Refusal) -> Set<String> {
        for item in query where known[item.name] != item.value {
            let choice = known.map { "?\($0)=\($1)" }.sorted().joined(separator: ", ")
            throw Refusal(
                400,
                "the query '\(item.name)=\(item.value)' is not known; "
                    + (choice.isEmpty ? "leave it out" : "known is \(choice)"))
        }
        return Set(query.map(\.name))
    }
}
#endif
