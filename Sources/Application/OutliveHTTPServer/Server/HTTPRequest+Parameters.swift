extension HTTPRequest {
    /// Returns the values of the query by name, except the token.
    ///
    /// - Parameter known: The names that the route knows.
    /// - Throws: `Refusal` with 400 for another name, a repeated one, or a value that is not percent-encoded UTF-8
    ///   without control characters.
    package func parameters(_ known: Set<String>) throws(Refusal) -> [String: String] {
        var values: [String: String] = [:]
        for part in (head.query ?? "").split(separator: "&") {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(words[0])
            if name == "token" { continue }
            guard known.contains(name), values[name] == nil else {
                throw Refusal(
                    400,
                    "the parameter '\(name)' is not known, or is repeated; known are "
                        + known.sorted().joined(separator: ", "))
            }
            guard words.count == 2, let value = Self.decoded(words[1].utf8) else {
                throw Refusal(400, "the value of '\(name)' is not percent-encoded UTF-8; encode it")
            }
            values[name] = value
        }
        return values
    }

    private static func decoded(_ text: some Sequence<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var text = text.makeIterator()
        while let byte = text.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = text.next().flatMap(digit), let low = text.next().flatMap(digit) else { return nil }
            bytes.append(high << 4 | low)
        }
        guard let value = String(validating: bytes, as: UTF8.self) else { return nil }
        return value.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : value
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
