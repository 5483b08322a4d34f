/// A line that states why a program crashed.
///
/// Swift's runtime prints it before the backtrace, the registers and the images, which may take thousands of lines.
package enum TrapReason: Comparable, Hashable, Sendable {
    /// The signal, as the runtime's backtracer names it: `*** Program crashed: Illegal instruction at 0x1234 ***`.
    case signal
    /// The violated condition: `Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range`.
    case condition

    /// The texts that identify such a line, each with its kind.
    package static let marks: [(text: String, kind: TrapReason)] = [
        ("Fatal error: ", .condition), ("Precondition failed", .condition), ("Assertion failed", .condition),
        ("Program crashed: ", .signal),
    ]

    /// Parses a line; returns `nil` if it states no reason.
    package init?(line: some StringProtocol) {
        guard let mark = Self.marks.first(where: { line.contains($0.text) }) else { return nil }
        self = mark.kind
    }
}

extension Failure {
    /// Returns the lines of the output to show, without empty lines at the end.
    ///
    /// These are the first lines if the output begins with the reason of a trap, and the last lines otherwise.
    package func outputLines(atMost limit: Int) -> [Substring] {
        var lines = (output ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        return Array(beginsWithTrap ? lines.prefix(limit) : lines.suffix(limit))
    }

    /// `true` if the first line of the output is the reason of a trap.
    package var beginsWithTrap: Bool {
        output?.split(maxSplits: 1, whereSeparator: \.isNewline).first.flatMap { TrapReason(line: $0) } != nil
    }
}
