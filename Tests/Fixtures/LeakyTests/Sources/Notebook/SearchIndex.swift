/// The words of all notes.
actor SearchIndex {
    private var titles: [String: Set<String>] = [:]
    private var updater: IndexUpdater?

    func add(_ note: Note) {
        for word in note.words { titles[word, default: []].insert(note.title) }
    }

    func notes(with word: String) -> Set<String> { titles[word] ?? [] }

    func startUpdates() -> Bool {
        updater = IndexUpdater(of: self)
        return updater?.isRunning ?? false
    }
}

/// Feeds changed notes to an index.
final class IndexUpdater {
    let index: SearchIndex
    let isRunning = true

    init(of index: SearchIndex) { self.index = index }
}
