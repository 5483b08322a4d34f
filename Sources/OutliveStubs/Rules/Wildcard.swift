/// A pattern in which `*` stands for any run of characters, also for none; everything else stands for itself.
struct Wildcard {
    /// What is between the stars.
    private let pieces: [Substring]

    init(_ pattern: String) {
        pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)
    }

    /// Whether the pattern stands for the whole text.
    func matches(_ text: String) -> Bool {
        guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
            return text == pieces.first ?? ""
        }
        guard text.hasPrefix(first), text.hasSuffix(last), text.count >= first.count + last.count else { return false }
        // What comes first, first: the earliest place for a piece leaves the most for those after it.
        var rest = text.dropFirst(first.count).dropLast(last.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let range = rest.firstRange(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
