import DeskNotesSettings
import Foundation
import OutliveUITest
import Testing

extension DeskNotesUITests {
    struct DocumentTests {
        private static let journey =
            URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/Journey.json").path

        private let visit: Visit

        init() async throws { visit = try await Visit.begin() }

        @Test(.desk(.copy(of: journey)) { $0.signedIn = "ada@example.org" })
        func `A note of a document is changed in its file`() async throws {
            #expect(visit.pages.list.titles == ["Packing list", "Trains"])
            try await visit.pages.list.open("Trains")
            try await visit.pages.editor.body.typeText(" Platform 7!")
            try await visit.pages.editor.save.tap()
            try await wait(for: "the change in the file") {
                try visit.saved()?.last == Note(title: "Trains", body: "Depart at 9:12, platform 4. Platform 7!")
            }
        }

        @Test(.desk(.newDocument(named: "Diary.json")) { $0.signedIn = "ada@example.org" })
        func `A new document is empty, and is created by the first note`() async throws {
            #expect(visit.pages.list.titles == [])
            #expect(try visit.saved() == nil)
            try await visit.pages.list.newNote.tap()
            try await visit.pages.editor.fill()
            try await visit.pages.editor.save.tap()
            try await wait(for: "the note in the file") { try visit.saved() == [visit.pages.creator.note] }
        }
    }
}
