import DeskNotesSettings
import OutliveTesting
import Testing

@testable import desk_notes

@Suite(.failOnLeaks)
struct SyncClientTests {
    private let notes = [Note(title: "Tea")]

    private func settings(seconds: Double = 0, fails: Bool = false) -> DeskSettings {
        var settings = DeskSettings()
        settings.syncSeconds = seconds
        settings.syncFails = fails
        return settings
    }

    @Test func `Notes are sent`() async throws {
        let client = SyncClient(settings())
        try await client.send(notes)
        try await client.send(notes)
        await client.close()
    }

    @Test func `A server that refuses is reported with a remedy`() async {
        let client = SyncClient(settings(fails: true))
        let error = await #expect(throws: SyncError.self) { try await client.send(notes) }
        #expect(error?.description == "the server refused: try again later")
        await client.close()
    }

    @Test func `A request under way ends when the client is closed`() async {
        let client = SyncClient(settings(seconds: 3_600))
        let sending = Task { try await client.send(notes) }
        // A client that was closed before the request began cancels it just the same.
        await client.close()
        await #expect(throws: CancellationError.self) { try await sending.value }
    }

    @Test func `A request under way ends when its task is cancelled`() async {
        let client = SyncClient(settings(seconds: 3_600))
        let sending = Task { try await client.send(notes) }
        sending.cancel()
        await #expect(throws: CancellationError.self) { try await sending.value }
        await client.close()
    }
}
