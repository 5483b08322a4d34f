/// A pattern in which `*` stands for any number of characters and `?` for exactly one.
package struct Wildcards: Hashable, Sendable {
    private let pattern: [Unicode.Scalar]
    private let single: Unicode.Scalar?

    /// Creates a pattern.
    ///
    /// - Parameter single: The wildcard for one character, or `nil` if `*` is the only wildcard.
    package init(_ pattern: String, single: Unicode.Scalar? = "?") {
        self.pattern = Array(pattern.unicodeScalars)
        self.single = single
    }

    /// Returns `true` if the pattern matches the whole text.
    ///
    /// Backtracking to the last `*` is sufficient.
    ///
    /// - Complexity: O(n m) in the lengths of the pattern and the text.
    package func match(_ text: String) -> Bool {
        let text = Array(text.unicodeScalars)
        var (index, rest) = (text.startIndex, pattern.startIndex)
        var star: (text: Int, pattern: Int)?
        while index < text.endIndex {
            if rest < pattern.endIndex, pattern[rest] == "*" {
                star = (index, rest)
                rest += 1
            } else if rest < pattern.endIndex, pattern[rest] == single || pattern[rest] == text[index] {
                index += 1
                rest += 1
            } else if let last = star {
                star = (last.text + 1, last.pattern)
                (index, rest) = (last.text + 1, last.pattern + 1)
            } else {
                return false
            }
        }
        return pattern[rest...].allSatisfy { $0 == "*" }
    }
}
