extension StringProtocol {
    /// The text on one line, for errors and terminals: a space for each control character and each end of a line.
    ///
    /// - Parameter limit: how many Unicode scalars are kept; where there are more, `...` takes their place.
    package func onOneLine(upTo limit: Int = .max) -> String {
        // Scalars, not characters: one character may have any number of accents.
        let kept = unicodeScalars.prefix(limit)
        let line = String.UnicodeScalarView(kept.map { $0.isOfOneLine ? $0 : " " })
        return String(line) + (kept.endIndex == unicodeScalars.endIndex ? "" : "...")
    }

    /// Whether the text is on one line, and a terminal would obey nothing of it.
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
