internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport

/// Returns a value as JSON in UTF-8 with sorted keys and a final line feed.
///
/// Numbers that JSON cannot express become strings. Long runs of combining marks, which a reader refuses, are shortened.
func jsonDocument(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: CheckedJSON.nonFinite.infinity, negativeInfinity: CheckedJSON.nonFinite.negativeInfinity,
        nan: CheckedJSON.nonFinite.nan)
    let document = String(decoding: try encoder.encode(value), as: UTF8.self)
    return Array((document.withoutLongRunsOfMarks + "\n").utf8)
}

/// Returns bytes in the encoding of RFC 4648.
func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// A value with derived keys, which save readers from deriving them.
struct Concluded<Value: Encodable>: Encodable {
    let value: Value
    var outcome: Outcome?
    var summary: String?
    var causes: [CauseDocument]?
    var filling: [CauseDocument]?

    private enum Derived: String, CodingKey {
        case outcome, summary, causes, filling
    }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        var container = encoder.container(keyedBy: Derived.self)
        try container.encodeIfPresent(outcome, forKey: .outcome)
        try container.encodeIfPresent(summary, forKey: .summary)
        try container.encodeIfPresent(causes, forKey: .causes)
        try container.encodeIfPresent(filling, forKey: .filling)
    }
}

/// A cause in the JSON report.
struct CauseDocument: Encodable {
    /// A value that is written as null if it is unknown, and not omitted.
    private struct Nullable<Value: Encodable>: Encodable {
        var value: Value?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    private struct Suspect: Encodable {
        var name: String
        var location: Nullable<SourceLine>
        var pattern: Nullable<LeakPattern>
    }

    private struct Leaked: Encodable {
        var type: String
        var site: Nullable<SourceLine>
        var objects, bytes: Int
    }

    private let culprit: Suspect
    private let hint: String
    private let doubt: String?
    private let fingerprint: String
    private let verdict: Verdict?
    private let title: String
    private let objects, bytes: Int
    private let bytesPerCycle: Int?
    private let leaked: [Leaked]

    /// Creates the document of a cause.
    ///
    /// - Parameter isOfRun: `false` for a cause of a snapshot, which has no cycles and no verdict.
    init(_ cause: Cause, isOfRun: Bool = true) {
        title = cause.title
        culprit = Suspect(
            name: cause.name, location: Nullable(value: cause.location),
            pattern: Nullable(value: cause.culprit?.pattern))
        hint = cause.hint
        doubt = cause.culprit?.doubt
        fingerprint = cause.fingerprint
        verdict = isOfRun ? cause.verdict : nil
        (objects, bytes) = (cause.objects, cause.bytes ?? 0)
        bytesPerCycle = isOfRun ? cause.bytesPerCycle : nil
        leaked = cause.leaked.map {
            Leaked(type: $0.type, site: Nullable(value: $0.site), objects: $0.objects, bytes: $0.bytes)
        }
    }
}
