/// Returns a number with its noun: `1 leak`, `2 leaks`.
///
/// - Parameter plural: The plural of the noun, or `nil` to append an `s`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

extension String {
    /// The text with a capital first letter, as at the beginning of a sentence.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
