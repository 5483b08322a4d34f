/// Returns a number with its noun: `1 leak`, `2 leaks`.
///
/// - Parameter plural: the plural of the noun if it does not end in `s`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
