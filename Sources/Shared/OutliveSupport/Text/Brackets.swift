extension StringProtocol where SubSequence == Substring {
    /// Returns the pieces of the text between separators that are outside all brackets; the `>` of an arrow is no
    /// bracket.
    ///
    /// - Complexity: O(n) in the length of the text.
    package func split(outsideBracketsAt separator: Unicode.Scalar) -> [String] {
        var depth = 0
        var previous: Unicode.Scalar = " "
        return Substring(self).unicodeScalars.split(omittingEmptySubsequences: false) { scalar in
            switch scalar {
            case "(", "<", "[": depth += 1
            case ")", "]": depth -= 1
            case ">" where previous != "-": depth -= 1
            default: break
            }
            previous = scalar
            return scalar == separator && depth == 0
        }.map { String(Substring($0)) }
    }
}
