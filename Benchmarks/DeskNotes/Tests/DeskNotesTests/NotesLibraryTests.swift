import Foundation
import OutliveTesting
import Testing

@testable import desk_notes

@MainActor @Suite(.failOnLeaks)
struct NotesLibraryTests {
    @Test func `Without a document there are three notes, kept in memory`() throws {
        let library = NotesLibrary(path: nil)
        #expect(library.notes.map(\.title) == ["Groceries", "Ideas", "Travel"])
        try library.save(Note(title: "Tea"))
        #expect(library.notes.map(\.title) == ["Groceries", "Ideas", "Travel", "Tea"])
        #expect(NotesLibrary(path: nil).notes.count == 3)
    }

    @Test func `A missing document is empty, and created by the first save`() async throws {
        try await withFixture(.newDocument(named: "notes.json")) { @MainActor fixture in
            let library = NotesLibrary(path: fixture.path)
            #expect(library.problem == nil)
            #expect(library.notes.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: fixture.path))
            try library.save(Note(title: "Tea", body: "Green"))
            let saved = NotesLibrary(path: fixture.path).notes
            #expect(saved.map(\.title) == ["Tea"])
            #expect(saved.map(\.body) == ["Green"])
        }
    }

    @Test func `Saving a note again replaces it, and keeps others of its title`() async throws {
        try await withFixture(.newDocument(named: "notes.json")) { @MainActor fixture in
            let library = NotesLibrary(path: fixture.path)
            var note = Note(title: "Tea")
            try library.save(Note(title: "Tea", body: "Black"))
            try library.save(note)
            note.body = "Green"
            try library.save(note)
            #expect(NotesLibrary(path: fixture.path).notes.map(\.body) == ["Black", "Green"])
            #expect(library.note(titled: "Tea")?.body == "Black")
            try library.delete(note)
            #expect(NotesLibrary(path: fixture.path).notes.map(\.body) == ["Black"])
            try library.delete(note)
            #expect(library.notes.count == 1)
        }
    }

    @Test(arguments: ["", "milk", "{}", #"[{"title": "Tea"}]"#])
    func `A document that cannot be read is left unchanged`(content: String) async throws {
        try await withFixture(.newDocument(named: "notes.json")) { @MainActor fixture in
            try content.write(toFile: fixture.path, atomically: false, encoding: .utf8)
            let library = NotesLibrary(path: fixture.path)
            #expect(library.problem?.description == "cannot read \(fixture.path): it is no list of notes")
            #expect(throws: DocumentError.self) { try library.save(Note(title: "Tea")) }
            #expect(library.notes.isEmpty)
            #expect(try String(contentsOfFile: fixture.path, encoding: .utf8) == content)
        }
    }

    @Test func `A folder is no document`() async throws {
        try await withFixture(.newDocument(named: "notes.json")) { @MainActor fixture in
            try FileManager.default.createDirectory(atPath: fixture.path, withIntermediateDirectories: false)
            let problem = NotesLibrary(path: fixture.path).problem
            #expect(problem?.description == "cannot read \(fixture.path): Is a directory")
        }
    }

    @Test func `A folder that cannot be written is named, and the library is unchanged`() async throws {
        try await withFixture(.newDocument(named: "notes.json")) { @MainActor fixture in
            let path = fixture.path + "/missing/notes.json"
            let library = NotesLibrary(path: path)
            let error = #expect(throws: DocumentError.self) { try library.save(Note(title: "Tea")) }
            #expect(error?.description == "cannot write \(path): No such file or directory")
            #expect(library.notes.isEmpty)
        }
    }

    @Test func `Only the document remains in its folder`() async throws {
        try await withFixture(.newDocument(named: "notes.json")) { @MainActor fixture in
            let library = NotesLibrary(path: fixture.path)
            for number in 1...3 { try library.save(Note(title: "Note \(number)")) }
            let folder = URL(filePath: fixture.path).deletingLastPathComponent().path
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["notes.json"])
        }
    }
}
