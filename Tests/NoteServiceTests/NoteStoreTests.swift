import Synchronization
import Testing

@testable import note_service

@Suite struct NoteStoreTests {
    private let store: NoteStore
    private let draft = NoteDraft(title: "Lamp", body: "Buy a zebrawood lamp.", tags: ["House"])

    init() {
        var generator = NoteGenerator(seed: 7)
        store = NoteStore(library: NoteLibrary(notes: generator.notes(count: 100)))
    }

    @Test func `A new note is found first, by its words and its tag`() {
        let note = store.create(draft)
        #expect(store.ids(matching: NoteQuery()) == (1...101).reversed())
        #expect(store.ids(matching: NoteQuery(text: "zebrawood", tag: "house")) == [note.id])
    }

    @Test func `An edited note is found by its new words only, in its old place`() throws {
        let old = try #require(store.note(id: 50))
        let word = try #require(Words.of(old.body).first { store.ids(matching: NoteQuery(text: $0)).contains(50) })
        #expect(store.update(id: 50, to: draft) != nil)
        #expect(!store.ids(matching: NoteQuery(text: word)).contains(50))
        #expect(store.ids(matching: NoteQuery(text: "zebrawood")) == [50])
        #expect(store.ids(matching: NoteQuery()) == (1...100).reversed())
    }

    @Test func `A deleted note is gone, and so is its part of the checksum`() {
        let before = store.summary
        let note = store.create(draft)
        #expect(store.summary.checksum != before.checksum)
        #expect(store.delete(id: note.id))
        #expect(store.note(id: note.id) == nil)
        #expect(store.summary.checksum == before.checksum)
        #expect(store.summary.notes == before.notes)
        #expect(store.summary.revision == before.revision + 2)
    }

    @Test func `A missing note cannot be changed`() {
        #expect(store.update(id: 999, to: draft) == nil)
        #expect(!store.delete(id: 999))
        #expect(store.summary.revision == 0)
    }

    @Test func `Changes are observed until the observation is released`() {
        let seen = Mutex<[Int]>([])
        var observation: NoteObservation? = NoteObservation(of: store) { id in seen.withLock { $0.append(id) } }
        let note = store.create(draft)
        #expect(observation != nil)
        observation = nil
        store.create(draft)
        #expect(seen.withLock { $0 } == [note.id])
    }
}
