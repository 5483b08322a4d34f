/// The titles of notes to read.
final class ReadingList {
    private(set) var titles: [String]

    init(_ titles: [String]) { self.titles = titles }

    func add(_ title: String) { titles.append(title) }
}
