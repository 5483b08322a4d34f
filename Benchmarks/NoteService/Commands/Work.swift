import ArgumentParser
import FlyingSocks
import Foundation

/// Uses a running service as two people would.
struct Work: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Use a running service: log in, read, search, write.",
        discussion: "Leaves notes, a session and a filled cache behind, for a reset to clear away.")

    @Option(help: "The service's port.")
    var port: UInt16

    func run() async throws {
        do {
            try await readAndWrite()
            try await lookAround()
        } catch let error as SocketError {
            throw ServiceFailure.failed("cannot use the service at port \(port): \(error.reason)")
        }
    }

    /// Logs in, changes the notes in every way, and stays logged in.
    private func readAndWrite() async throws {
        let client = try NoteClient(port: port)
        try await client.logIn(as: "writer")
        let draft = NoteDraft(title: "Shopping", body: "Apples, bread and a lamp.", tags: ["errands", "house"])
        let first = try await client.create(draft)
        let second = try await client.create(NoteDraft(title: "Idea", body: "Measure first.", tags: ["ideas"]))
        _ = try await client.update(
            id: first.id, to: NoteDraft(title: draft.title, body: "Apples and bread.", tags: draft.tags))
        _ = try await client.note(id: first.id)
        try await client.delete(id: second.id)
        guard try await client.notes(matching: "apples bread").notes.contains(where: { $0.id == first.id }) else {
            throw ServiceFailure.failed("the service does not find the note that was just written")
        }
    }

    /// Logs in, reads this and that, some of it twice, and logs out.
    private func lookAround() async throws {
        let client = try NoteClient(port: port)
        try await client.logIn(as: "reader")
        let page = try await client.notes(tag: "garden")
        for note in page.notes.prefix(2) { _ = try await client.note(id: note.id) }
        _ = try await client.notes(tag: "garden")
        _ = try await client.notes(tag: "garden", page: 1)
        _ = try await client.changes()
        _ = try await client.digest()
        try await client.logOut()
    }
}
