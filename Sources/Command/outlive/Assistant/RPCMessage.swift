internal import OutliveWire

/// A message of a client in JSON-RPC 2.0, as the Model Context Protocol restricts it: one object, no batches.
enum RPCMessage: Sendable {
    case request(id: JSONValue, method: String, parameters: [String: JSONValue])
    case notification(method: String, parameters: [String: JSONValue])
    /// The reply to a request, which this server never sends.
    case response

    /// Parses a line without its line feed.
    ///
    /// - Throws: `RPCError` with the identifier of the request, if it is known.
    init(line: [UInt8]) throws(RPCError) {
        let json: JSONValue
        do {
            json = try CheckedJSON(line).decode(JSONValue.self)
        } catch let flaw as StrictJSON.Flaw {
            throw RPCError(.parse, "this line is not JSON: \(flaw.description)")
        } catch {
            // The syntax was right.
            throw RPCError(.parse, "this line has a number that is out of range: write an id as a text")
        }
        guard let fields = json.object else {
            throw RPCError(.invalidRequest, "a message is one JSON object; batches are not supported")
        }
        let id = fields["id"]
        let isKnown = id.map(Self.isIdentifier) ?? false
        let known = isKnown ? id ?? .null : .null
        guard fields["jsonrpc"] == "2.0" else {
            throw RPCError(.invalidRequest, "the field jsonrpc is not \"2.0\"", id: known)
        }
        guard let method = fields["method"] else {
            guard fields["result"] != nil || fields["error"] != nil else {
                throw RPCError(.invalidRequest, "the field method is missing", id: known)
            }
            self = .response
            return
        }
        guard let method = method.text else {
            throw RPCError(.invalidRequest, "the field method is not a text", id: known)
        }
        if case .fraction(let number)? = id, number == number.rounded() {
            throw RPCError(
                .invalidRequest, "the field id is beyond \(Int64.min) to \(Int64.max): write it as a text")
        }
        guard id == nil || isKnown else {
            throw RPCError(.invalidRequest, "the field id is neither a text nor a whole number")
        }
        guard let parameters = (fields["params"] ?? .object([:])).object else {
            throw RPCError(.invalidParameters, "the field params is not an object", id: known)
        }
        self =
            id.map { .request(id: $0, method: method, parameters: parameters) }
            ?? .notification(method: method, parameters: parameters)
    }

    private static func isIdentifier(_ value: JSONValue) -> Bool {
        switch value {
        case .text, .number: true
        default: false
        }
    }
}

/// An error as a reply.
struct RPCError: Error {
    /// The codes of JSON-RPC 2.0, section 5.1, and of the Model Context Protocol.
    enum Code: Int64 {
        case parse = -32700
        case invalidRequest = -32600
        case unknownMethod = -32601
        case invalidParameters = -32602
        case busy = -32000
        case unsupportedVersion = -32022
    }

    var code: Code
    var message: String
    var id = JSONValue.null
    var data: JSONValue?

    init(_ code: Code, _ message: String, id: JSONValue = .null, data: JSONValue? = nil) {
        (self.code, self.message, self.id, self.data) = (code, message, id, data)
    }

    /// The reply.
    var reply: JSONValue {
        var error: [String: JSONValue] = ["code": .number(code.rawValue), "message": .text(message)]
        error["data"] = data
        return ["jsonrpc": "2.0", "id": id, "error": .object(error)]
    }
}
