import DeskNotesSettings
import OutliveUITest
import Testing

extension DeskNotesUITests {
    @Suite(.desk { $0.signedIn = "ada@example.org" })
    struct NoteTests {
        private let visit: Visit

        init() async throws { visit = try await Visit.begin() }

        @Test func `Notes are listed, and hidden after signing out`() async throws {
            #expect(visit.pages.list.titles == ["Groceries", "Ideas", "Travel"])
            try await visit.pages.list.signOut.tap()
            try await visit.pages.landing.wait(until: \.isOpen, describedAs: "the landing page")
            #expect(visit.pages.list.titles == [])
            try await visit.pages.landing.continueWithoutAccount.tap()
            try await visit.pages.list.wait(until: \.isOpen, describedAs: "the list of notes")
            #expect(visit.pages.list.account == "Not signed in")
        }

        @Test func `A note is opened and edited`() async throws {
            try await visit.pages.list.open("Ideas")
            try await visit.pages.editor.wait(until: \.isOpen, describedAs: "the editor")
            #expect(visit.pages.editor.title.value == "Ideas")
            try await visit.pages.editor.fill()
            let note = visit.pages.creator.note
            try await visit.pages.editor.wait(until: \.note, matches: note)
            try await visit.pages.editor.save.tap()
            try await visit.returnToList()
            #expect(visit.pages.list.titles.sorted() == ["Groceries", "Travel", note.title].sorted())
            try await visit.pages.list.open(note.title)
            try await visit.pages.editor.wait(until: \.note, matches: note)
        }

        @Test func `A note is deleted`() async throws {
            try await visit.pages.list.open("Groceries")
            try await visit.pages.editor.delete.tap()
            try await visit.pages.list.wait(until: \.isOpen, describedAs: "the list of notes")
            #expect(visit.pages.list.titles == ["Ideas", "Travel"])
        }

        @Test func `Unsaved changes are dropped on the way back`() async throws {
            try await visit.pages.list.open("Travel")
            try await visit.pages.editor.fill()
            try await visit.pages.editor.back.tap()
            try await visit.pages.list.wait(until: \.isOpen, describedAs: "the list of notes")
            #expect(visit.pages.list.titles == Visit.builtIn)
            #expect(visit.pages.list.status == "Status: the changes were not saved")
        }
    }
}
