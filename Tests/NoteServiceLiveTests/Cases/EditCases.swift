import FlyingFox
import Foundation
import Testing

@testable import note_service

private let lamp = NoteDraft(title: "Lamp", body: "Buy a lamp for the hall.", tags: ["Errands"])

extension LiveCase {
    static var edits: [LiveCase] {
        [
            LiveCase("a new note is the newest", .beginning(with: .welcome)) { visit async throws in
                let note = try await visit.user().create(lamp)
                #expect(note.id == 4)
                #expect(try await visit.notes().notes.first == note)
            },
            LiveCase("the first note of an empty service has the number 1", .beginning(with: .empty)) {
                visit async throws in
                #expect(try await visit.user().create(lamp).id == 1)
            },
            LiveCase("tags are written small", .beginning(with: .empty)) { visit async throws in
                #expect(try await visit.user().create(lamp).tags == ["errands"])
            },
            LiveCase("a new note is found", .beginning(with: .welcome)) { visit async throws in
                _ = try await visit.notes("lamp")
                _ = try await visit.user().create(lamp)
                #expect(try await visit.notes("lamp").notes.map(\.id) == [4, 3])
            },
            LiveCase("an edited note is found by its new words only", .beginning(with: .welcome)) {
                visit async throws in
                _ = try await visit.user().update(id: 3, to: lamp)
                #expect(try await visit.notes("hall").notes.map(\.id) == [3])
                #expect(try await visit.notes("bread").total == 0)
            },
            LiveCase("a deleted note is gone", .beginning(with: .welcome)) { visit async throws in
                try await visit.user().delete(id: 2)
                #expect(try await visit.client().answer(to: .GET, "/notes/2").status == 404)
                #expect(try await visit.notes().notes.map(\.id) == [3, 1])
            },
            LiveCase("what is not there cannot be changed", .beginning(with: .empty)) { visit async throws in
                let user = try await visit.user()
                #expect(try await user.answer(to: .DELETE, "/notes/1").status == 404)
                #expect(try await user.answer(to: .PUT, "/notes/1", body: JSON.encode(lamp)).status == 404)
            },
            LiveCase("a body that is no note is refused") { visit async throws in
                let answer = try await visit.user().answer(to: .POST, "/notes", body: Data("{}".utf8))
                #expect(answer.status == 400)
            },
            LiveCase("changes are told, the newest first or last", .beginning(with: .welcome)) { visit async throws in
                let user = try await visit.user()
                _ = try await user.update(id: 1, to: lamp)
                _ = try await user.create(lamp)
                let (_, body) = try await visit.client().answer(to: .GET, "/changes")
                #expect(Set(try JSON.decode([Int].self, from: body)) == [1, 4])
            },
        ]
    }

    static var sessions: [LiveCase] {
        [
            LiveCase("who is not logged in writes nothing", .beginning(with: .welcome)) { visit async throws in
                let client = try visit.client()
                #expect(try await client.answer(to: .POST, "/notes", body: JSON.encode(lamp)).status == 401)
                #expect(try await client.answer(to: .DELETE, "/notes/1").status == 401)
                #expect(try await visit.state().contains("changed 0, deleted 0"))
            },
            LiveCase("who logged out writes nothing any more") { visit async throws in
                let user = try await visit.user()
                #expect(try await user.answer(to: .DELETE, "/session").status == 204)
                #expect(try await user.answer(to: .POST, "/notes", body: JSON.encode(lamp)).status == 401)
            },
            LiveCase("a user needs a name") { visit async throws in
                let answer = try await visit.client().answer(
                    to: .POST, "/session", body: JSON.encode(LogIn(user: "")))
                #expect(answer.status == 400)
            },
            LiveCase("two users write at the same time", Settings { $0.sessionMinutes = 1 }) { visit async throws in
                async let first = visit.user("reader").create(lamp).id
                async let second = visit.user("writer").create(lamp).id
                #expect(try await first != second)
                #expect(try await visit.state().contains("sessions 2"))
            },
        ]
    }
}
