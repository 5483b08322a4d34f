#if os(Linux)
import OutliveHeap
import Testing

/// The graph of dictionaries, sets and arrays.
struct CollectionTests {
    private static let books = "Swift._DictionaryStorage<Swift.String, heap_fixture.Entry>"
    private static let readers = "Swift._SetStorage<heap_fixture.Reader>"

    @Test
    func `A dictionary leads to its present values, not to removed ones`() async throws {
        let shapes = try await Shapes(of: "collections")
        let storage = try shapes.node(Self.books)
        let (books, lost) = (shapes.nodes("heap_fixture.Book"), shapes.nodes("heap_fixture.Lost"))
        #expect(books.count == 20 && lost.count == 10)
        let removed = Set(books.filter { book in lost.contains { !shapes.edges(from: $0, to: book).isEmpty } })
        #expect(removed.count == 10)
        for book in books { #expect(shapes.edges(from: storage, to: book).count == (removed.contains(book) ? 0 : 1)) }
        let keys = Set(shapes.snapshot.edges(ofNode: storage).map { shapes.name(Int($0.target)) })
        // The raw block is what the weak reference points to.
        #expect(keys == ["Swift.__StringStorage", "heap_fixture.Book", "heap_fixture.Shelf", "raw"])
        let table = try #require(shapes.snapshot.hashTable(ofNode: storage))
        #expect(table.buckets == 32)
        #expect(table.keys == HeapSnapshot.HashTable.Entries(offset: 72, stride: 16))
        #expect(table.values == HeapSnapshot.HashTable.Entries(offset: 72 + 32 * 16, stride: 32))
        let held = shapes.snapshot.edges(ofNode: storage).filter { shapes.name(Int($0.target)) == "heap_fixture.Book" }
        #expect(held.allSatisfy { ($0.offset - table.values!.offset) % 32 == 24 })
    }

    @Test
    func `A set leads to its present elements, not to removed ones`() async throws {
        let shapes = try await Shapes(of: "collections")
        let storage = try shapes.node(Self.readers)
        let gone = shapes.nodes("heap_fixture.Gone")
        #expect(gone.count == 10)
        let readers = shapes.nodes("heap_fixture.Reader")
        #expect(readers.count == 20)
        for reader in readers {
            let isGone = gone.contains { !shapes.edges(from: $0, to: reader).isEmpty }
            #expect(shapes.edges(from: storage, to: reader).count == (isGone ? 0 : 1))
        }
        let table = try #require(shapes.snapshot.hashTable(ofNode: storage))
        #expect(table.buckets == 32 && table.values == nil)
        #expect(table.keys == HeapSnapshot.HashTable.Entries(offset: 64, stride: 8))
    }

    @Test
    func `A set of several hundred buckets leads to each of its elements`() async throws {
        let shapes = try await Shapes(of: "collections")
        let storage = try shapes.node("Swift._SetStorage<heap_fixture.Guest>")
        let guests = shapes.nodes("heap_fixture.Guest")
        #expect(guests.count == 200)
        #expect(try #require(shapes.snapshot.hashTable(ofNode: storage)).buckets > 200)
        for guest in guests { #expect(shapes.edges(from: storage, to: guest).count == 1) }
    }

    @Test
    func `A dictionary leads to the value in its first bucket`() async throws {
        let shapes = try await Shapes(of: "collections")
        let coats = shapes.nodes("heap_fixture.Coat")
        #expect(coats.count == 60)
        for coat in coats {
            #expect(
                shapes.holders(of: coat).map(shapes.name) == ["Swift._DictionaryStorage<Swift.Int, heap_fixture.Coat>"])
        }
        let tables = Set(coats.flatMap { shapes.holders(of: $0) }).compactMap { shapes.snapshot.hashTable(ofNode: $0) }
        #expect(tables.count == 20 && tables.allSatisfy { $0.buckets == 4 })
    }

    @Test
    func `Only the storage of dictionaries and sets are hash tables`() async throws {
        let shapes = try await Shapes(of: "collections")
        let names = shapes.snapshot.hashTables.map { shapes.name(Int($0.node)) }
        #expect(names.contains(Self.books) && names.contains(Self.readers))
        #expect(names.allSatisfy { $0.hasPrefix("Swift._DictionaryStorage<") || $0.hasPrefix("Swift._SetStorage<") })
        let storages = shapes.snapshot.nodes.indices.filter {
            shapes.name($0).hasPrefix("Swift._DictionaryStorage<") || shapes.name($0).hasPrefix("Swift._SetStorage<")
        }
        #expect(storages.count == names.count)
    }
}
#endif
