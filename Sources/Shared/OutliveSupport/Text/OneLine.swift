extension StringProtocol {
    /// Returns the text on one line for errors and terminals, with a space for each control character and line end.
    ///
    /// - Parameter limit: the maximum number of Unicode scalars; `...` replaces any others.
    package func onOneLine(upTo limit: Int = .max) -> String {
        // Scalars instead of characters: one character may have any number of accents.
        let kept = unicodeScalars.prefix(limit)
        let line = String.UnicodeScalarView(kept.map { $0.isOfOneLine ? $0 : " " })
        return String(line) + (kept.endIndex == unicodeScalars.endIndex ? "" : "...")
    }

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
