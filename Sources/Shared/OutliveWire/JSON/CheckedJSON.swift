internal import OutliveSupport

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// External JSON that `StrictJSON` has validated; no other JSON reaches a decoder.
///
/// A decoder hashes and compares names, in time that grows with the square of the length of a run of combining marks.
package struct CheckedJSON {
    private let data: Data

    /// Validates JSON.
    ///
    /// - Parameters:
    ///   - bytes: The JSON, in UTF-8.
    ///   - longestText: The maximum length of a string, in bytes.
    ///   - isOver: Called before each value. `true` ends the validation with an error.
    /// - Throws: `StrictJSON.Flaw` with the first violation.
    package init(
        _ bytes: some Sequence<UInt8>, longestText: Int = .max, until isOver: () -> Bool = { false }
    ) throws(StrictJSON.Flaw) {
        let bytes = Array(bytes)
        try StrictJSON.check(bytes, longestText: longestText, until: isOver)
        data = Data(bytes)
    }

    /// Decodes a value.
    ///
    /// - Parameter acceptsNonFinite: `true` to read the spellings of numbers that JSON cannot express as numbers.
    package func decode<Value: Decodable>(_ type: Value.Type, acceptsNonFinite: Bool = false) throws -> Value {
        let decoder = JSONDecoder()
        if acceptsNonFinite {
            let spelling = Self.nonFinite
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: spelling.infinity, negativeInfinity: spelling.negativeInfinity, nan: spelling.nan)
        }
        return try decoder.decode(type, from: data)
    }

    /// The spellings of numbers that JSON cannot express.
    package static let nonFinite = (infinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
}

/// A key with any name.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Throws an error if an object has fields other than the known ones.
    ///
    /// - Throws: `DecodingError` with the path of the alphabetically first unknown field.
    package func refuseFields(besides known: [any CodingKey]) throws {
        let names = Set(known.map(\.stringValue))
        let fields = try container(keyedBy: AnyKey.self).allKeys
        guard let odd = fields.filter({ !names.contains($0.stringValue) }).min(by: { $0.stringValue < $1.stringValue })
        else { return }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath + [odd],
                debugDescription: "unknown field; known fields are \(names.sorted().joined(separator: ", "))"))
    }
}

extension DecodingError {
    /// A short line with the field and its problem: `'environment.A' is not a text`.
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

    /// Returns a path of keys such as `[1].headers`, truncated because keys can be as long as the input.
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
        case is any ExpressibleByDictionaryLiteral.Type: "an object"
        case is any Collection.Type: "a list"
        default: "of the type \(type)"
        }
    }
}

/// The range of whole numbers in reports and messages.
///
/// All JSON readers preserve them exactly (RFC 8259, section 6), and arithmetic on a few of them cannot overflow.
package let wholeNumbers = -(1 << 53)...(1 << 53)

/// Returns a sum, clamped to the range of whole numbers.
package func boundedSum(_ first: Int, _ second: Int) -> Int {
    let (sum, overflows) = first.addingReportingOverflow(second)
    guard !overflows else { return first > 0 ? wholeNumbers.upperBound : wholeNumbers.lowerBound }
    return min(max(sum, wholeNumbers.lowerBound), wholeNumbers.upperBound)
}

/// The error for a number outside the range of whole numbers.
package struct NumberOutOfRange: Error {}

// Overloads for the synthesized decoders of the types in this module. They are internal, and repeated in OutliveModel,
// because the settings of an application may contain any number.
extension KeyedDecodingContainer {
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decodeWholeNumber(forKey: key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try decodeWholeNumberIfPresent(forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a number in the range of whole numbers.
    package func decodeWholeNumber(forKey key: Key) throws -> Int { try checked(decode(Int64.self, forKey: key), key) }

    /// Decodes a number in the range of whole numbers, or returns `nil` if it is missing.
    package func decodeWholeNumberIfPresent(forKey key: Key) throws -> Int? {
        try decodeIfPresent(Int64.self, forKey: key).map { try checked($0, key) }
    }

    /// Decodes a list of numbers in the range of whole numbers.
    package func decodeWholeNumbers(forKey key: Key) throws -> [Int] {
        try decode([Int64].self, forKey: key).map { try checked($0, key) }
    }

    private func checked(_ number: Int64, _ key: Key) throws -> Int {
        let number = Int(number)
        guard wholeNumbers.contains(number) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath + [key], debugDescription: "\(number) is out of range",
                    underlyingError: NumberOutOfRange()))
        }
        return number
    }
}
