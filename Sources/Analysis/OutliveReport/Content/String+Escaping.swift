extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// Returns the text with some scalars replaced.
    ///
    /// Escaping works on scalars, as readers of the formats do: with a combining mark, `<` is another `Character` but
    /// still begins a tag in a browser.
    ///
    /// - Parameter replacement: Returns the replacement of a scalar, or `nil` to keep it.
    /// - Complexity: O(n) in the length of the text.
    func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let other = replacement(scalar) { result += other } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}
