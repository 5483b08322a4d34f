/// A pattern in which `*` matches any run of characters, including an empty one.
struct Wildcard {
    /// The text between the stars.
    private let pieces: [Substring]

    init(_ pattern: String) {
        pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)
    }

    /// Returns `true` if the pattern matches the whole text.
    func matches(_ text: String) -> Bool {
        guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
            return text == pieces.first ?? ""
        }
        guard text.hasPrefix(first), text.hasSuffix(last), text.count >= first.count + last.count else { return false }
        // The earliest match of a piece leaves the most text for later ones.
        var rest = text.dropFirst(first.count).dropLast(last.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let range = rest.firstRange(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
