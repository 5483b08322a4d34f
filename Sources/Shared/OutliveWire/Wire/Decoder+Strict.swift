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
    /// - Throws: `DecodingError` with the path of the first unknown field in alphabetical order.
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

extension KeyedDecodingContainer {
    /// Decodes a deadline, which must be more than 0 and at most 3600 seconds.
    func decodeDeadline(forKey key: Key) throws -> Double? {
        guard let seconds = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard seconds > 0, seconds <= 3_600 else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "a deadline must be more than 0 and at most 3600 seconds")
        }
        return seconds
    }
}
