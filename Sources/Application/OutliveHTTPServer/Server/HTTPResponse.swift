internal import OutliveSupport
internal import OutliveWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A response, after which the connection is closed.
package struct HTTPResponse: Sendable {
    package enum Body: Sendable {
        case whole([UInt8])
        /// Parts that are sent as they arrive.
        case parts(any AsyncSequence<[UInt8], any Error> & Sendable)
    }

    /// The header fields of a response with JSON.
    package static let fieldsOfJSON = [
        "Content-Type": "application/json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
    ]

    package var status: Int
    package var fields: [String: String]
    package var body: Body

    package init(status: Int = 200, fields: [String: String], body: Body) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    /// The status line and header fields, including the empty line.
    var head: [UInt8] {
        var lines = ["HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status")"]
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            // A line break would begin another field.
            lines.append("\(name): " + String(value.map { $0.isNewline ? " " : $0 }))
        }
        switch body {
        case .whole(let bytes): lines.append("Content-Length: \(bytes.count)")
        case .parts: lines.append("Transfer-Encoding: chunked")
        }
        return Array((lines.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n").utf8)
    }

    /// The reason phrases of RFC 9110 for every status that the server uses.
    private static let reasons = [
        200: "OK", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 411: "Length Required",
        413: "Payload Too Large", 415: "Unsupported Media Type", 417: "Expectation Failed",
        422: "Unprocessable Content", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
        503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}

extension HTTPResponse {
    /// Returns a response with a JSON body.
    package static func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
        guard let body = try? JSONEncoder.compact.encode(value) else {
            // Values such as NaN cannot be encoded. Without a body, the response cannot be mistaken for an answer.
            return HTTPResponse(status: 500, fields: fieldsOfJSON, body: .whole([]))
        }
        return HTTPResponse(status: status, fields: fieldsOfJSON, body: .whole(Array(body)))
    }

    /// Returns a response with figures for Prometheus.
    package static func metrics(_ bytes: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            fields: [
                "Content-Type": OpenMetrics.mediaType, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
            ], body: .whole(bytes))
    }
}

extension JSONEncoder {
    /// An encoder that sorts names and adds no spaces or backslashes before slashes.
    package static var compact: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

/// The status and one-line message of a refused request: what happened, to what, and what to do.
package struct Refusal: Error, Equatable, CustomStringConvertible {
    var status: Int
    package var description: String
    /// Additional header fields of the response.
    var fields: [String: String]

    package init(_ status: Int, _ description: String, fields: [String: String] = [:]) {
        self.status = status
        // The message may quote input of the client.
        self.description = description.onOneLine(upTo: 600)
        self.fields = fields
    }

    /// Returns the refusal of a request that may succeed if it is repeated after a second.
    package static func forNow(_ description: String, status: Int = 503) -> Refusal {
        Refusal(status, description, fields: ["Retry-After": "1"])
    }

    var response: HTTPResponse {
        var response = HTTPResponse.json(ErrorAnswer(error: description), status: status)
        response.fields.merge(fields) { $1 }
        return response
    }
}
