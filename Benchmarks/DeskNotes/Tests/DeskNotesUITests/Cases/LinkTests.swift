import DeskNotesSettings
import OutliveUITest
import Testing

extension DeskNotesUITests {
    struct LinkTests {
        private let visit: Visit

        init() async throws { visit = try await Visit.begin() }

        @Test(
            .desk {
                $0.open = "notes://note/Travel"
                $0.signedIn = "ada@example.org"
            })
        func `A link opens a note`() async throws {
            try await visit.pages.editor.wait(until: \.isOpen, describedAs: "the editor")
            #expect(visit.pages.editor.title.value == "Travel")
            #expect(visit.pages.editor.body.value?.isEmpty == false)
        }

        @Test(
            .desk {
                $0.open = "notes://new"
                $0.signedIn = "ada@example.org"
            })
        func `A link opens a new note`() async throws {
            try await visit.pages.editor.wait(until: \.note, matches: Note(title: "", body: ""))
            try await visit.pages.editor.fill()
            try await visit.pages.editor.save.tap()
            try await visit.returnToList()
            #expect(visit.pages.list.titles.contains(visit.pages.creator.note.title))
        }

        @Test(.desk { $0.signedIn = "ada@example.org" })
        func `A link that leads nowhere shows the list, and the next launch forgets it`() async throws {
            try await visit.launcher.open(link: "notes://note/Atlantis%20diary", as: \.open)
            try await visit.pages.list.wait(until: \.status, matches: "Status: no note is called Atlantis diary")
            #expect(visit.pages.list.titles == Visit.builtIn)
            try await visit.launcher.launch()
            try await visit.pages.list.wait(until: \.isOpen, describedAs: "the list of notes")
            #expect(!visit.pages.list.status.contains("Atlantis"))
        }
    }
}
