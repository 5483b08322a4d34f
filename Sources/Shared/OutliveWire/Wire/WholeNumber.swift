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

// Overloads for the synthesized decoders of the types in this module.
extension KeyedDecodingContainer {
    package func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try checked(decode(Int64.self, forKey: key), key)
    }

    package func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try decodeIfPresent(Int64.self, forKey: key).map { try checked($0, key) }
    }

    package func decode(_ type: [Int].Type, forKey key: Key) throws -> [Int] {
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
