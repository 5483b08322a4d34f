extension StringProtocol {
    /// Returns the text on one line, for errors and terminals, with each control character and line break as a space.
    ///
    /// - Parameter limit: The maximum number of Unicode scalars. `...` replaces the rest.
    package func onOneLine(upTo limit: Int = .max) -> String {
        // Scalars instead of characters, because a character may have any number of combining marks.
        let kept = unicodeScalars.prefix(limit)
        let line = String.UnicodeScalarView(kept.map { $0.isOfOneLine ? $0 : " " })
        return String(line) + (kept.endIndex == unicodeScalars.endIndex ? "" : "...")
    }

    /// The text with one space for each sequence of white space, and none at its ends.
    package var singleSpaced: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// `true` if the text is on one line and contains no control characters for a terminal.
    package var isOnOneLine: Bool { unicodeScalars.allSatisfy(\.isOfOneLine) }
}

extension Unicode.Scalar {
    fileprivate var isOfOneLine: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
