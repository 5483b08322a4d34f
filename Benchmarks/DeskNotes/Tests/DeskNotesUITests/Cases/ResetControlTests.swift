import DeskNotesSettings
import OutliveUITest
import Testing

extension DeskNotesUITests {
    /// The controls by which a user resets the application: they work, and do not disturb its use.
    struct ResetControlTests {
        private let visit: Visit

        init() async throws { visit = try await Visit.begin() }

        @Test func `The overlay button resets`() async throws {
            try await visit.pages.landing.continueWithoutAccount.tap()
            try await visit.pages.list.wait(until: \.isOpen, describedAs: "the list of notes")
            try await visit.ui.buttons["Reset"].tap()
            try await visit.pages.landing.wait(until: \.isOpen, describedAs: "the landing page")
        }

        @Test func `Five presses on an unused place reset`() async throws {
            try await visit.pages.landing.continueWithoutAccount.tap()
            try await visit.pages.list.wait(until: \.isOpen, describedAs: "the list of notes")
            try await visit.ui.staticTexts["Not signed in"].tap(count: 5)
            try await visit.pages.landing.wait(until: \.isOpen, describedAs: "the landing page")
        }

        @Test func `Four presses are too few`() async throws {
            let resets = try await visit.resets {
                try await visit.pages.landing.continueWithoutAccount.tap()
                try await visit.pages.list.wait(until: \.isOpen, describedAs: "the list of notes")
                try await visit.ui.staticTexts["Not signed in"].tap(count: 4)
                try await visit.pages.list.newNote.tap()
                try await visit.pages.editor.wait(until: \.isOpen, describedAs: "the editor")
            }
            #expect(resets == 0)
        }

        @Test(.desk { $0.signedIn = "ada@example.org" })
        func `All controls can be pressed, and none of them resets`() async throws {
            let resets = try await visit.resets {
                try await visit.pages.list.wait(until: \.isOpen, describedAs: "the list of notes")
                try await visit.pages.list.synchronise.tap(count: 5)
                try await visit.pages.list.newNote.tap()
                try await visit.pages.editor.fill()
                // Selects a paragraph.
                try await visit.pages.editor.body.tap(count: 3)
                try await visit.pages.editor.wait(until: \.note, matches: visit.pages.creator.note)
                try await visit.pages.editor.save.tap()
                try await visit.returnToList()
                try await visit.pages.list.signOut.tap()
                try await visit.pages.landing.signUp.tap()
                try await visit.pages.signUp.createAccount.tap(count: 5)
                #expect(visit.pages.signUp.isOpen)
                try await visit.pages.signUp.close.tap()
                try await visit.pages.landing.wait(until: \.isOpen, describedAs: "the landing page")
            }
            #expect(resets == 0)
        }

        @Test(.desk { $0.signedIn = "ada@example.org" })
        func `A reset restores the screen of a launch`() async throws {
            let pristine = try await tree()
            try await visit.pages.list.open("Groceries")
            try await visit.pages.editor.fill()
            try await visit.pages.editor.save.tap()
            try await visit.launcher.launch()
            try await visit.pages.list.wait(until: \.isOpen, describedAs: "the list of notes")
            #expect(try await tree() == pristine)
        }

        /// Returns the tree of the list page with the keyboard focus. The focus follows the pointer, because there is
        /// no window manager, and the pointer is wherever the last test left it.
        private func tree() async throws -> String {
            try await visit.ui.staticTexts["Signed in as ada@example.org"].tap()
            try await visit.pages.list.list.listItems["Groceries"].wait(until: \.hasFocus)
            return try visit.ui.debugDescription()
        }
    }
}
