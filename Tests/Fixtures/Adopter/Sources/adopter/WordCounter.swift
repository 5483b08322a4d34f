import Synchronization

/// A part of the application that ends with a reset.
final class WordCounter: Sendable {
    let count: Int
    private let isClosed = Atomic(false)

    init(_ words: [String]) {
        count = words.filter { !$0.hasPrefix("-") }.count
    }

    func close() throws {
        isClosed.store(true, ordering: .relaxed)
    }
}
