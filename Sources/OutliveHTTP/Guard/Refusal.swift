#if LiveReset
internal import FlyingFox
internal import OutliveModel

/// Why a request is not carried out: the status, and what happened, to what, and what to do, in one line.
struct Refusal: Error, Equatable, CustomStringConvertible {
    var status: Int
    var description: String
    /// Header fields of the answer.
    var fields: [String: String]

    init(_ status: Int, _ description: String, fields: [String: String] = [:]) {
        self.status = status
        // It may quote what the client sent.
        self.description = description.onOneLine(upTo: 600)
        self.fields = fields
    }

    /// What the client is sent.
    var response: HTTPResponse {
        var response = HTTPResponse.json(ErrorAnswer(error: description), status: status)
        for (name, value) in fields { response.headers[HTTPHeader(name)] = value }
        return response
    }
}
#endif
