#if LiveReset
internal import OutliveSupport
internal import FlyingFox
internal import OutliveWire

/// The status and one-line message of a refused request: what happened, to what, and what to do.
struct Refusal: Error, Equatable, CustomStringConvertible {
    var status: Int
    var description: String
    /// Additional header fields of the response.
    var fields: [String: String]

    init(_ status: Int, _ description: String, fields: [String: String] = [:]) {
        self.status = status
        // The message may quote input of the client.
        self.description = description.onOneLine(upTo: 600)
        self.fields = fields
    }

    var response: HTTPResponse {
        var response = HTTPResponse.json(ErrorAnswer(error: description), status: status)
        for (name, value) in fields { response.headers[HTTPHeader(name)] = value }
        return response
    }
}
#endif
