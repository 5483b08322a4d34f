import Synchronization

/// What was searched for, and when it was in the order of searches.
final class Search: Sendable {
    let words: String

    init(_ words: String) { self.words = words }
}

enum SearchHistory {
    static let searches = Mutex<[Search]>([])

    static func add(_ words: String) {
        let search = Search(words)
        searches.withLock { $0.append(search) }
    }

    static var last: String? { searches.withLock { $0.last?.words } }
}
