#if LiveReset
internal import OutliveSupport
internal import FlyingFox
internal import OutliveWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension HTTPResponse {
    /// Returns a response with a JSON body.
    static func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return HTTPResponse(statusCode: .numbered(status), headers: .ofJSON, body: try encoder.encode(value))
        } catch {
            // Values such as NaN cannot be encoded. The response has no body, so that it does not resemble an answer.
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
    /// Creates FlyingFox's form of a request that the guard has read.
    init(_ head: RequestHead, _ body: [UInt8]) {
        var headers = HTTPHeaders()
        for field in head.fields { headers.addValue(field.value, for: HTTPHeader(field.name)) }
        self.init(
            method: HTTPMethod(head.method), version: .http11, target: Target(path: head.path, query: head.query ?? ""),
            headers: headers, body: HTTPBodySequence(data: Data(body)))
    }

    /// Returns `true` if the request has the query `known`, and `false` if it has none.
    ///
    /// Queries are compared as sent, like paths.
    ///
    /// - Throws: `Refusal` with 400 for any other query.
    func checkedQuery(_ known: String? = nil) throws(Refusal) -> Bool {
        let query = target.query()
        guard query.isEmpty || query == known else {
            throw Refusal(
                400,
                "the query '\(query.onOneLine(upTo: 200))' is not known; "
                    + (known.map { "known is ?\($0)" } ?? "leave it out"))
        }
        return !query.isEmpty
    }
}
#endif
