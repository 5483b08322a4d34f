/// Dictionaries, sets and arrays with elements, some of which were removed.
enum Collections {
    static func run() {
        make()
        print(Tier.census(1, graph: true))
    }

    @inline(never)
    private static func make() {
        let shelf = Shelf()
        keep(shelf)
        keep(Hall())
        for _ in 0..<20 { keep(Cloakroom()) }
        for number in 0..<20 {
            let (book, reader) = (Book(), Reader(number))
            shelf.books["a title too long for its place, \(number)"] = Entry(lender: shelf, book: book)
            shelf.readers.insert(reader)
            shelf.waiting.append(Entry(lender: shelf, book: book))
        }
        for number in 0..<10 {
            let entry = shelf.books.removeValue(forKey: "a title too long for its place, \(number)")
            // They live on elsewhere, so that a word which is left behind would still lead to them.
            keep(Lost(entry?.book))
            if let reader = shelf.readers.remove(Reader(number)) { keep(Gone(reader)) }
        }
    }
}

private final class Shelf {
    var books: [String: Entry] = [:]
    var readers: Set<Reader> = []
    var waiting: [Entry] = []
}

/// A set of more buckets than a word has bits.
private final class Hall {
    let guests = Set((0..<200).map { Guest($0) })
}

/// Three of its four buckets are in use, and so mostly the first one.
private final class Cloakroom {
    let coats = [1: Coat(), 2: Coat(), 3: Coat()]
}

private final class Coat {}

private struct Entry {
    unowned let lender: Shelf
    weak var keeper: Shelf?
    var details: Details
    init(lender: Shelf, book: Book) {
        (self.lender, keeper) = (lender, lender)
        details = Details(pages: 100, book: book)
    }
    var book: Book { details.book }
}

private struct Details {
    var pages: Int
    var book: Book
}

private final class Book {}

private final class Reader: Hashable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (left: Reader, right: Reader) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private final class Guest: Hashable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (left: Guest, right: Guest) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private final class Lost {
    let book: Book?
    init(_ book: Book?) { self.book = book }
}

private final class Gone {
    let reader: Reader
    init(_ reader: Reader) { self.reader = reader }
}
