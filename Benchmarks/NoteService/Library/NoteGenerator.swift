/// Generates realistic notes: common and rare words, a few tags each, ascending in time.
struct NoteGenerator {
    private var random: SeededGenerator
    private let vocabulary: [String]
    private static let tags = [
        "accounts", "books", "errands", "family", "garden", "health", "house", "ideas", "letters", "meetings",
        "music", "people", "plans", "projects", "recipes", "repairs", "research", "school", "sports", "travel",
    ]

    /// Creates a generator; equal seeds give equal notes.
    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        vocabulary = (0..<6_000).map { _ in Self.word(using: &random) }
        self.random = random
    }

    /// Returns the next `count` notes, with ids from 1.
    mutating func notes(count: Int) -> [Note] {
        (1...max(count, 1)).prefix(count).map { note(id: $0) }
    }

    private mutating func note(id: Int) -> Note {
        Note(
            id: id,
            title: words(3...7).joined(separator: " ").capitalizedFirst,
            body: (0..<Int.random(in: 2...6, using: &random)).map { _ in sentence() }.joined(separator: " "),
            tags: Self.tags.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)).sorted(),
            modified: 1_600_000_000 + id * 3_600)
    }

    private mutating func sentence() -> String {
        words(6...18).joined(separator: " ").capitalizedFirst + "."
    }

    private mutating func words(_ count: ClosedRange<Int>) -> [String] {
        (0..<Int.random(in: count, using: &random)).map { _ in
            // The square favours the front of the vocabulary: in natural language a few words are frequent.
            let place = Double.random(in: 0..<1, using: &random)
            return vocabulary[Int(place * place * Double(vocabulary.count))]
        }
    }

    private static func word(using random: inout SeededGenerator) -> String {
        let consonants = Array("bcdfghjklmnprstvwz")
        let vowels = Array("aeiou")
        var word = ""
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            word.append(consonants[Int.random(in: consonants.indices, using: &random)])
            word.append(vowels[Int.random(in: vowels.indices, using: &random)])
        }
        if Bool.random(using: &random) { word.append(consonants[Int.random(in: consonants.indices, using: &random)]) }
        return word
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
