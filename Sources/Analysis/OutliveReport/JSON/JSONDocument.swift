internal import OutliveModel
internal import OutliveSupport

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Returns a value as JSON in UTF-8 with sorted keys and a final line feed.
///
/// Numbers that JSON cannot express become strings. Long runs of combining marks, which a reader refuses, are shortened.
func jsonDocument(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: NonFinite.infinity, negativeInfinity: NonFinite.negativeInfinity, nan: NonFinite.nan)
    let document = String(decoding: try encoder.encode(value), as: UTF8.self)
    return Array((document.withoutLongRunsOfMarks + "\n").utf8)
}

/// The report of a snapshot with its causes.
struct WithCauses<Value: Encodable>: Encodable {
    let value: Value
    let causes: [CauseDocument]?

    private enum Derived: String, CodingKey { case causes }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        var container = encoder.container(keyedBy: Derived.self)
        try container.encodeIfPresent(causes, forKey: .causes)
    }
}

/// A value with derived keys, which save readers from deriving them.
struct Concluded<Value: Encodable>: Encodable {
    let value: Value
    let outcome: Outcome
    var summary: String?
    var causes: [CauseDocument]?

    private enum Derived: String, CodingKey {
        case outcome
        case summary
        case causes
    }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        var container = encoder.container(keyedBy: Derived.self)
        try container.encode(outcome, forKey: .outcome)
        try container.encodeIfPresent(summary, forKey: .summary)
        try container.encodeIfPresent(causes, forKey: .causes)
    }
}
