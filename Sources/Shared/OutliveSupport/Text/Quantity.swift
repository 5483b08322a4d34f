/// Returns a number with its noun: `1 leak`, `2 leaks`.
///
/// - Parameter plural: The plural of the noun, or `nil` to append an `s`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// Returns a number for people, its thousands set apart: `1,063,561`.
///
/// Four digits stand together, as in tables of small numbers.
package func grouped(_ number: some BinaryInteger) -> String {
    let digits = String(number.magnitude)
    guard digits.count > 4 else { return String(number) }
    let text = digits.enumerated().reduce(into: "") { text, digit in
        if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text.append(",") }
        text.append(digit.element)
    }
    return (number < 0 ? "-" : "") + text
}

extension String {
    /// The text with a capital first letter, as at the beginning of a sentence.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
