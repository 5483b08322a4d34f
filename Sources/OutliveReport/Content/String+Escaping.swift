extension String {
    /// The text with its first letter in upper case.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The text with other text in place of some scalars.
    ///
    /// Escaping goes by scalars, as readers of the formats do: a mark that combines with a `<` makes it another
    /// `Character`, and still a tag for a browser.
    ///
    /// - Parameter replacement: what stands for a scalar; nil where it stays.
    /// - Complexity: O(n) in the length of the text.
    func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let other = replacement(scalar) { result += other } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}
