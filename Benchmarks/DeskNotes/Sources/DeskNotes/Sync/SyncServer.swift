internal import DeskNotesSettings
internal import OutliveStubs

/// The stubbed server that notes are synchronised with; no real one exists.
enum SyncServer {
    /// The URL that notes are sent to.
    static let address = "https://sync.desk-notes.example/notes"

    /// Returns the stubs for the server's responses.
    static func rules(_ settings: DeskSettings) -> RequestStubs {
        [
            RequestStub(
                method: "PUT", host: "sync.desk-notes.example", path: "/notes",
                status: settings.syncFails ? 503 : 204, delay: .seconds(settings.syncSeconds))
        ]
    }
}
