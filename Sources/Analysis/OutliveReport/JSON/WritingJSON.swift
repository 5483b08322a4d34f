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

/// Returns values as lines of JSON in UTF-8, each with sorted keys.
func jsonLines(_ values: some Sequence<some Encodable>) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try values.flatMap { value in
        Array((String(decoding: try encoder.encode(value), as: UTF8.self).withoutLongRunsOfMarks + "\n").utf8)
    }
}

/// Returns a value as one line of JSON in UTF-8 with sorted keys and a final line feed.
package func jsonLine(_ value: some Encodable) throws -> [UInt8] { try jsonLines([value]) }

/// Returns bytes in the encoding of RFC 4648.
func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// A value as a document: with its schema, and with derived keys, which save readers from deriving them.
struct JSONDocument<Value: Encodable>: Encodable {
    let value: Value
    var schema: String?
    var outcome: Outcome?
    var summary: String?
    var causes: [CauseDocument]?
    var filling: [CauseDocument]?

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case outcome, summary, causes, filling
    }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(schema, forKey: .schema)
        try container.encodeIfPresent(outcome, forKey: .outcome)
        try container.encodeIfPresent(summary, forKey: .summary)
        try container.encodeIfPresent(causes, forKey: .causes)
        try container.encodeIfPresent(filling, forKey: .filling)
    }
}

/// A cause in the JSON report.
struct CauseDocument: Encodable {
    let cause: Cause
    /// `false` for a cause of a snapshot, which has no cycles and no verdict.
    var isOfRun = true

    private enum CodingKeys: CodingKey {
        case bytes, bytesPerCycle, culprit, doubt, fingerprint, hint, leaked, objects, title, verdict
        case location, name, pattern, routes, tests
        case site, type
    }

    /// Writes the cause; places and patterns that are unknown are null, and not omitted.
    func encode(to encoder: any Encoder) throws {
        var document = encoder.container(keyedBy: CodingKeys.self)
        try document.encode(cause.title, forKey: .title)
        var culprit = document.nestedContainer(keyedBy: CodingKeys.self, forKey: .culprit)
        try culprit.encode(cause.name, forKey: .name)
        try culprit.encode(cause.location, forKey: .location)
        try culprit.encode(cause.culprit?.pattern, forKey: .pattern)
        try document.encode(cause.hint, forKey: .hint)
        try document.encodeIfPresent(cause.culprit?.doubt, forKey: .doubt)
        try document.encode(cause.fingerprint, forKey: .fingerprint)
        if cause.leader.isOfTests { try document.encode(cause.tests, forKey: .tests) }
        try document.encodeIfPresent(cause.routes, forKey: .routes)
        try document.encode(cause.objects, forKey: .objects)
        try document.encode(cause.bytes ?? 0, forKey: .bytes)
        if isOfRun {
            try document.encode(cause.verdict, forKey: .verdict)
            try document.encode(cause.bytesPerCycle, forKey: .bytesPerCycle)
        }
        var leaked = document.nestedUnkeyedContainer(forKey: .leaked)
        for row in cause.leaked {
            var type = leaked.nestedContainer(keyedBy: CodingKeys.self)
            try type.encode(row.type, forKey: .type)
            try type.encode(row.site, forKey: .site)
            try type.encode(row.objects, forKey: .objects)
            try type.encode(row.bytes, forKey: .bytes)
        }
    }
}
