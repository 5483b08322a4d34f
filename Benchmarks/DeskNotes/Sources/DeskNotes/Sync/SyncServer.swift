internal import DeskNotesSettings
internal import OutliveStubs

/// The server that notes are synchronised with: a stubbed one, as there is no such service.
enum SyncServer {
    /// Where notes are sent to.
    static let address = "https://sync.desk-notes.example/notes"

    /// How the server answers.
    static func rules(_ settings: DeskSettings) -> RequestStubs {
        [
            RequestStub(
                method: "PUT", host: "sync.desk-notes.example", path: "/notes",
                status: settings.syncFails ? 503 : 204, delay: .seconds(settings.syncSeconds))
        ]
    }
}
