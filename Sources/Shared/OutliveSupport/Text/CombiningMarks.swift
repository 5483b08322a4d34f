/// The maximum number of consecutive combining marks in external text, as in the Stream-Safe Text Format (UAX #15).
///
/// Comparing or hashing a string normalises it, in time that grows with the square of the length of such a run.
package let longestRunOfMarks = 30

extension String {
    /// `true` if the text has more than `longestRunOfMarks` combining marks in a row.
    package var hasLongRunOfMarks: Bool {
        // The first mark, U+0300, begins with this byte.
        guard utf8.contains(where: { $0 >= 0xCC }) else { return false }
        var run = 0
        return unicodeScalars.contains { scalar in
            run = scalar.isMark ? run + 1 : 0
            return run > longestRunOfMarks
        }
    }

    /// The text, with each run of combining marks cut to `longestRunOfMarks`.
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
    /// `true` for a combining mark.
    ///
    /// Normalisation reorders only marks, including marks that decompose to other marks, such as U+0F73.
    fileprivate var isMark: Bool {
        // U+0300 is the first mark. The comparison is cheaper than the lookup.
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }
}
