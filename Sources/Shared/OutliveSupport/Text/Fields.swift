extension StringProtocol {
    /// The lines, split by bytes, which is much faster than by characters.
    package var rows: [Substring] { Substring(self).utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) } }

    /// Returns the parts between spaces and tabs.
    ///
    /// - Parameter limit: the maximum number of fields; the last one is the rest of the text.
    package func fields(limit: Int = .max) -> [Substring] {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        // The rest after the last split still has leading blanks.
        return Substring(self).utf8.split(maxSplits: limit - 1, whereSeparator: isBlank)
            .map { Substring($0.drop(while: isBlank)) }.filter { !$0.isEmpty }
    }
}
