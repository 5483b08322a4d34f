import Foundation
import Logging
import Outlive
import OutliveLifecycle
import ServiceLifecycle

/// A web service that keeps notes in a database, which is empty again after a reset.
///
///     note-web --port PORT --data FOLDER [--leak]
///
/// `POST /notes` adds the body as a note and answers with their number; `GET /notes` answers with a note a line.
@main
enum NoteWeb {
    static func main() async throws {
        let logger = Logger(label: "note-web")
        let host = ResetHost()
        let store = await host.add("store") { input in
            let store = LeakRegistry.shared.track(try NoteStore(Settings(input)))
            await store.follow()
            return store
        } teardown: { store in
            try await store.close()
        }
        let server = await host.add("server") { input in
            LeakRegistry.shared.track(WebServer(port: try Settings(input).port, store: try store.value, logger: logger))
        }
        await host.addServiceGroup(logger: logger) { _ in [try server.value] }
        // The reset is acknowledged when connections are accepted.
        await host.add("listening") { _ in try await server.value.listening() }
        try await ServiceGroup(
            services: [ResetHostService(host), ResetTelemetryService(host.history, logger: logger)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
        ).run()
    }
}

/// The options of the service.
struct Settings: LaunchSettings {
    var port = 0
    /// The folder in which the service makes a private one.
    var data = "."
    /// `true` plants a leak: the store is closed, but its observation of the database is not cancelled.
    var leak = false

    enum CodingKeys: String, CodingKey, CaseIterable {
        case port = "--port"
        case data = "--data"
        case leak = "--leak"
    }
}
