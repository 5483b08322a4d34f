import Outlive
import Synchronization
import Testing

@testable import note_service

@Suite struct NoteServiceTests {
    private let library: NoteLibrary

    init() {
        var generator = NoteGenerator(seed: 7)
        library = NoteLibrary(notes: generator.notes(count: 100))
    }

    @Test func `A used generation equals the first when it is built anew`() async {
        let first = await NoteService(library: library, settings: Settings())
        let fresh = await first.stateReport()
        first.store.create(NoteDraft(title: "Lamp", body: "Buy a lamp.", tags: []))
        _ = first.sessions.open(user: "reader")
        await first.refresher.refresh()
        #expect(await first.stateReport() != fresh)
        await first.stop()
        let second = await NoteService(library: library, settings: Settings())
        #expect(await second.stateReport() == fresh)
        await second.stop()
    }

    @Test func `A stopped generation is released`() async {
        weak var stopped: NoteService?
        do {
            let service = await NoteService(library: library, settings: Settings())
            await service.stop()
            stopped = service
        }
        #expect(stopped == nil)
    }

    @Test func `Notes bleed into the next generation if that fault is planted`() async {
        NoteBleed.carried.withLock { $0 = [] }
        let bleed = NoteBleed()
        let first = await NoteService(library: library, settings: Settings(), plugins: [bleed])
        first.store.create(NoteDraft(title: "Lamp", body: "Buy a lamp.", tags: []))
        await first.stop()
        let second = await NoteService(library: library, settings: Settings(), plugins: [bleed])
        #expect(second.store.summary.notes == 101)
        await second.stop()
    }
}
