import Testing

@testable import note_service

@Suite struct NoteIndexTests {
    private let notes: [Note] = {
        var generator = NoteGenerator(seed: 7)
        return generator.notes(count: 300)
    }()

    @Test func `The same seed gives the same notes`() {
        var again = NoteGenerator(seed: 7)
        var other = NoteGenerator(seed: 8)
        #expect(again.notes(count: 300) == notes)
        #expect(other.notes(count: 300) != notes)
    }

    @Test func `The index finds what reading every note finds`() {
        let index = NoteIndex(notes)
        let words = Words.of(notes[5].body)
        let queries = [
            NoteQuery(), NoteQuery(text: words[0]), NoteQuery(text: words.prefix(3).joined(separator: " ")),
            NoteQuery(tag: notes[5].tags[0]), NoteQuery(text: words[1].uppercased(), tag: notes[5].tags[0]),
            NoteQuery(text: "nosuchword"), NoteQuery(tag: "no such tag"),
        ]
        for query in queries {
            let read = notes.indices.filter { query.matches(notes[$0]) }.map(Int32.init)
            #expect(index.positions(matching: query) == read)
        }
    }

    @Test func `Words are lower case and keep non-ASCII characters`() {
        #expect(Words.of("Grüße, 2 APPLES!") == ["grüße", "2", "apples"])
    }

    @Test func `Notes are found by id, also where ids are missing`() {
        let library = NoteLibrary(notes: notes.filter { $0.id % 3 != 0 })
        #expect(library.note(id: 4)?.id == 4)
        #expect(library.note(id: 3) == nil)
        #expect(library.note(id: 301) == nil)
    }
}
