/// Returns the progress of long work on one line of a terminal: a label, a bar, a count and the remaining time.
///
/// - Parameters:
///   - label: The work in a word, such as `reset`.
///   - done: The number of completed parts, from 0.
///   - total: The planned number of parts, or `nil` if the work ends on request.
///   - secondsLeft: The expected seconds until the end, or `nil` if unknown.
///   - width: The columns of the terminal. The line is shorter by at least one, because a full line wraps.
///   - unicode: `true` to use characters beyond ASCII.
package func progressLine(
    _ label: String, done: Int, of total: Int? = nil, secondsLeft: Double? = nil, width: Int, unicode: Bool
) -> String {
    let (longestBar, shortestBar) = (30, 8)
    let count = total.map { "\(label) \(done) of \($0)" } ?? "\(label) \(done)"
    let text = count + (secondsLeft.map { ", \(roundedUp($0)) left" } ?? "")
    let length = min(width - 1 - columns(of: text) - 2, longestBar)
    guard let total, total > 0, length >= shortestBar else { return String(text.prefix(max(width - 1, 0))) }
    let full = min(done, total) * length / total
    let (mark, rest) = unicode ? ("━", "─") : ("#", ".")
    return String(repeating: mark, count: full) + String(repeating: rest, count: length - full) + "  " + text
}

/// Returns seconds below 90 s, minutes below 90 min, or hours, rounded up.
private func roundedUp(_ seconds: Double) -> String {
    func rounded(_ unit: Double) -> Int { Int((max(seconds, 0) / unit).rounded(.up)) }
    if seconds < 90 { return "\(rounded(1)) s" }
    return seconds < 5400 ? "\(rounded(60)) min" : "\(rounded(3600)) h"
}
