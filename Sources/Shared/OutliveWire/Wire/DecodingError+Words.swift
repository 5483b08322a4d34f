internal import OutliveSupport

extension DecodingError {
    /// The problem and its field in one short line: `'environment.A' is not a text`.
    package var words: String {
        switch self {
        case .typeMismatch(let type, let context): "\(Self.field(context.codingPath)) is not \(Self.name(of: type))"
        case .valueNotFound(let type, let context):
            "\(Self.field(context.codingPath)) is null, not \(Self.name(of: type))"
        case .keyNotFound(let key, let context): "\(Self.field(context.codingPath + [key])) is missing"
        case .dataCorrupted(let context):
            (context.codingPath.isEmpty ? "" : "\(Self.field(context.codingPath)): ")
                + context.debugDescription.onOneLine(upTo: 300)
        @unknown default: "it cannot be read"
        }
    }

    /// Returns a path of keys such as `[1].headers`, truncated because keys may be as long as the decoded text.
    private static func field(_ path: [any CodingKey]) -> String {
        let names = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue.onOneLine(upTo: 60))" }.joined()
        return names.isEmpty ? "it" : "'\(names.trimmingPrefix(".").onOneLine(upTo: 200))'"
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is any AnyDictionary.Type: "an object"
        case is any Collection.Type: "a list"
        default: "of the type \(type)"
        }
    }
}

/// A protocol that all dictionaries conform to, for a check independent of their contents.
private protocol AnyDictionary {}

extension Dictionary: AnyDictionary {}
