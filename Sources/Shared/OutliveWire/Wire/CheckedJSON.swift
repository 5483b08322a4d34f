#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// JSON from outside that `StrictJSON` has checked: the only way to a decoder.
///
/// A decoder hashes and compares names, in time that grows with the square of a run of combining marks.
package struct CheckedJSON {
    private let data: Data

    /// Checks a text.
    ///
    /// - Parameters:
    ///   - longestText: the most bytes that a text within it may have.
    ///   - isOver: asked before each value; ends the check once it returns `true`.
    package init(
        _ bytes: some Sequence<UInt8>, longestText: Int = .max, until isOver: () -> Bool = { false }
    ) throws(StrictJSON.Flaw) {
        let bytes = Array(bytes)
        try StrictJSON.check(bytes, longestText: longestText, until: isOver)
        data = Data(bytes)
    }

    /// Decodes a value.
    ///
    /// - Parameter nonFinite: how numbers that JSON cannot express are written, or `nil` to refuse them.
    package func decode<Value: Decodable>(_ type: Value.Type, nonFinite: NonFinite.Type? = nil) throws -> Value {
        let decoder = JSONDecoder()
        if let nonFinite {
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: nonFinite.infinity, negativeInfinity: nonFinite.negativeInfinity, nan: nonFinite.nan)
        }
        return try decoder.decode(type, from: data)
    }
}

/// How numbers that JSON cannot express are written: as strings.
package enum NonFinite {
    package static let infinity = "Infinity"
    package static let negativeInfinity = "-Infinity"
    package static let nan = "NaN"
}
