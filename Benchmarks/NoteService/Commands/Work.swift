import ArgumentParser
import FlyingSocks
import Foundation

/// Uses a running service as a user who keeps notes does.
struct Work: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Use a running service: log in, read, write, search, delete.",
        discussion: "Leaves changed notes, a session and a filled cache behind, for a reset to clear away.")

    @Option(help: "The service's port.")
    var port: UInt16

    func run() async throws {
        do {
            try await keepNotes()
        } catch let error as SocketError {
            throw ServiceFailure.failed("cannot use the service at port \(port): \(error.reason)")
        }
    }

    /// Logs in, reads, changes notes in every way, and stays logged in.
    ///
    /// Changes only notes that it created, so that any number of these can run at once.
    private func keepNotes() async throws {
        let client = try NoteClient(port: port)
        try await client.logIn(as: "writer")
        guard let read = try await client.notes(tag: "garden").notes.first else {
            throw ServiceFailure.failed("the service has no notes on the garden")
        }
        _ = try await client.note(id: read.id)

        let draft = NoteDraft(title: "Shopping", body: "Apples, bread and a lamp.", tags: ["errands", "house"])
        let kept = try await client.create(draft)
        let dropped = try await client.create(draft)
        _ = try await client.update(id: kept.id, to: NoteDraft(title: draft.title, body: "Bread.", tags: draft.tags))
        try await client.delete(id: dropped.id)
        guard try await client.notes(matching: "shopping bread").notes.contains(where: { $0.id == kept.id }) else {
            throw ServiceFailure.failed("the service does not find the note that was just written")
        }
        _ = try await client.note(id: read.id)
    }
}
