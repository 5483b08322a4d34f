/// The longest run of combining marks in a text from outside, as in the Stream-Safe Text Format (UAX #15).
///
/// Texts are compared and hashed in a normal form, and the time to make it grows with the square of such a run.
package let longestRunOfMarks = 30

extension String {
    /// Returns `true` if the text has more than `longestRunOfMarks` combining marks in a row.
    package var hasLongRunOfMarks: Bool {
        var run = 0
        return unicodeScalars.contains { scalar in
            run = scalar.isMark ? run + 1 : 0
            return run > longestRunOfMarks
        }
    }

    /// The text without the combining marks that are too many in a row.
    package var withoutLongRunsOfMarks: String {
        guard hasLongRunOfMarks else { return self }
        var run = 0
        let kept = unicodeScalars.filter { scalar in
            run = scalar.isMark ? run + 1 : 0
            return run <= longestRunOfMarks
        }
        return String(String.UnicodeScalarView(kept))
    }
}

extension Unicode.Scalar {
    /// All that is reordered in a normal form is a mark, and so is what becomes such, like U+0F73.
    fileprivate var isMark: Bool {
        // The first of them; the look-up costs more than the comparison.
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }
}
