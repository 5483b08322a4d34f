/// An inverted index: for every word and every tag, the positions of the notes that have it, ascending.
struct NoteIndex: Sendable {
    private(set) var words: [String: [Int32]] = [:]
    private(set) var tags: [String: [Int32]] = [:]
    /// The number of notes indexed.
    let count: Int

    /// Indexes notes by their position in the array.
    init(_ notes: [Note]) {
        count = notes.count
        for (position, note) in notes.enumerated() {
            let position = Int32(position)
            for word in Words.of(note.title) { words[word, default: []].appendOnce(position) }
            for word in Words.of(note.body) { words[word, default: []].appendOnce(position) }
            for tag in note.tags { tags[tag, default: []].appendOnce(position) }
        }
    }

    /// The number of entries in the lists of all words together.
    var postings: Int { words.values.reduce(0) { $0 + $1.count } }

    /// Returns the positions of the notes that match a query, ascending.
    func positions(matching query: NoteQuery) -> [Int32] {
        var lists = query.words.map { words[$0] ?? [] }
        if let tag = query.tag { lists.append(tags[tag] ?? []) }
        // Start with the shortest list: the result is never longer than that.
        lists.sort { $0.count < $1.count }
        guard let shortest = lists.first else { return Array(0..<Int32(count)) }
        return lists.dropFirst().reduce(shortest, Self.intersection)
    }

    private static func intersection(_ a: [Int32], _ b: [Int32]) -> [Int32] {
        var result: [Int32] = []
        var (i, j) = (0, 0)
        while i < a.count, j < b.count {
            if a[i] == b[j] { result.append(a[i]) }
            let (left, right) = (a[i], b[j])
            if left <= right { i += 1 }
            if right <= left { j += 1 }
        }
        return result
    }
}

extension [Int32] {
    /// Appends a position unless it is already the last one: a word counts once per note.
    fileprivate mutating func appendOnce(_ position: Int32) {
        if last != position { append(position) }
    }
}
