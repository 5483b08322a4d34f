#if LiveReset
internal import FlyingFox
internal import Foundation
internal import OutliveModel

extension ResetCall {
    /// Reads the body of a request; an empty one asks for a plain reset.
    ///
    /// - Throws: `Refusal` with 415 or 400.
    init(of request: HTTPRequest) async throws {
        let body = try await request.bodyData
        let type = request.headers[.contentType]?.split(separator: ";").first?.lowercased() ?? ""
        // A page of another origin can send text and forms without asking, but no JSON.
        guard type.trimmingSpaces == "application/json" || type.isEmpty && body.isEmpty else {
            throw Refusal(415, "the body is to be JSON; send it with Content-Type: application/json")
        }
        if body.isEmpty {
            self.init()
        } else {
            try self.init(json: body)
        }
    }

    /// Reads a call from JSON.
    ///
    /// - Throws: `Refusal` with 400 that names the field.
    init(json: Data) throws(Refusal) {
        do {
            try StrictJSON.check(Array(json))
            self = try JSONDecoder().decode(ResetCall.self, from: json)
        } catch let flaw as StrictJSON.Flaw {
            throw Refusal(400, "the body is no reset call: it \(flaw.description)")
        } catch let error as DecodingError {
            throw Refusal(400, "the body is no reset call: \(error.line)")
        } catch {
            throw Refusal(400, "the body is no reset call: it is no valid JSON")
        }
    }
}

extension DecodingError {
    /// What is wrong, and with which field, in one line.
    fileprivate var line: String {
        switch self {
        case .typeMismatch(let type, let context): Self.field(context) + "is not \(Self.name(of: type, in: context))"
        case .valueNotFound(let type, let context):
            Self.field(context) + "is null, not \(Self.name(of: type, in: context))"
        case .keyNotFound(let key, let context): Self.field(context) + "has no '\(key.stringValue)'"
        case .dataCorrupted(let context):
            // The parser's own words hold the text of the body; a refused field's are ours.
            context.codingPath.isEmpty ? "it is no valid JSON" : context.debugDescription
        @unknown default: "it cannot be read"
        }
    }

    private static func field(_ context: Context) -> String {
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        return path.isEmpty ? "it " : "'\(path.drop { $0 == "." })' "
    }

    private static func name(of type: any Any.Type, in context: Context) -> String {
        // The one field that may be of two types; what is told is which was tried last.
        if context.codingPath.map(\.stringValue) == ["id"] { return "a text or a whole number" }
        return switch type {
        case is String.Type: "a text"
        case is Double.Type: "a number"
        case is Int.Type: "a whole number"
        case is Bool.Type: "true or false"
        case is any AnyDictionary.Type: "an object"
        case is any Collection.Type: "a list"
        default: "an object"
        }
    }
}

/// What all dictionaries are, whatever they hold.
private protocol AnyDictionary {}

extension Dictionary: AnyDictionary {}

extension String {
    fileprivate var trimmingSpaces: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
#endif
