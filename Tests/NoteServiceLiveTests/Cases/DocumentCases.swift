import FlyingFox
import Testing

@testable import note_service

private let kept = [
    Note(id: 7, title: "Kept", body: "From the last time.", tags: ["old"], modified: 1_600_000_000)
]
private let draft = NoteDraft(title: "Added", body: "This time.", tags: [])

extension LiveCase {
    static var documents: [LiveCase] {
        [
            LiveCase("a new document is empty, and not written before it is saved", document: .new) {
                visit async throws in
                #expect(try await visit.notes().total == 0)
                #expect(try visit.saved() == nil)
            },
            LiveCase("a new document begins with named notes", .beginning(with: .welcome), document: .new) {
                visit async throws in
                #expect(try await visit.notes().notes.map(\.id) == [3, 2, 1])
            },
            LiveCase("a new document has what was saved", document: .new) { visit async throws in
                let user = try await visit.user()
                let note = try await user.create(draft)
                #expect(try await user.answer(to: .POST, "/save").status == 204)
                #expect(try visit.saved() == [note])
            },
            LiveCase("a saved document is opened", document: .saved(kept)) { visit async throws in
                #expect(try await visit.notes().notes == kept)
            },
            LiveCase("a saved document is saved again", document: .saved(kept)) { visit async throws in
                let user = try await visit.user()
                let note = try await user.create(draft)
                _ = try await user.answer(to: .POST, "/save")
                #expect(note.id == 8)
                #expect(try visit.saved() == kept + [note])
            },
            LiveCase("what was not saved is not written", document: .saved(kept)) { visit async throws in
                try await visit.user().delete(id: 7)
                #expect(try visit.saved() == kept)
            },
            LiveCase(
                "clean storage forgets what was saved", Settings { $0.cleanStorage = true }, document: .saved(kept)
            ) { visit async throws in
                #expect(try await visit.notes().total == 0)
                #expect(try visit.saved() == nil)
            },
            LiveCase("without a document nothing can be saved", .beginning(with: .welcome), document: nil) {
                visit async throws in
                #expect(try await visit.user().answer(to: .POST, "/save").status == 409)
            },
            LiveCase("who is not logged in saves nothing", document: .new) { visit async throws in
                #expect(try await visit.client().answer(to: .POST, "/save").status == 401)
                #expect(try visit.saved() == nil)
            },
        ]
    }
}
