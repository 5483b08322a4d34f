internal import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A value for machines: UTF-8, pretty-printed with sorted keys and a line end; numbers that JSON cannot express are strings.
///
/// Texts that programs printed lose the combining marks for which a reader would refuse them.
func jsonDocument(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: NonFinite.infinity, negativeInfinity: NonFinite.negativeInfinity, nan: NonFinite.nan)
    let document = String(decoding: try encoder.encode(value), as: UTF8.self)
    return Array((document.withoutLongRunsOfMarks + "\n").utf8)
}

/// A snapshot's report with its causes.
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

/// A value with what readers would otherwise have to work out from it.
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
