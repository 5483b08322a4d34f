extension RandomAccessCollection {
    /// Returns the index of the first element that satisfies a condition, or `endIndex` if there is none.
    ///
    /// All later elements must satisfy the condition as well.
    ///
    /// - Complexity: O(log n) in the number of elements.
    @inlinable
    package func partitioningIndex(where isInSecondPart: (Element) throws -> Bool) rethrows -> Index {
        var (lower, rest) = (startIndex, count)
        while rest > 0 {
            let half = rest / 2
            let middle = index(lower, offsetBy: half)
            if try isInSecondPart(self[middle]) {
                rest = half
            } else {
                lower = index(after: middle)
                rest -= half + 1
            }
        }
        return lower
    }
}
