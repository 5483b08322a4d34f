import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Logging
import Outlive
import OutliveLifecycle
import ServiceLifecycle

/// A gRPC service that keeps notes in memory and forgets them at a reset, and its client.
///
///     note-rpc --port PORT [--leak]
///     note-rpc add PORT TEXT
///     note-rpc list PORT
@main
enum NoteRPC {
    static func main() async throws {
        if let call = NoteCall(CommandLine.arguments) { return print(try await call.answer()) }
        let logger = Logger(label: "note-rpc")
        let host = ResetHost()
        let notebook = await host.add("notebook") { _ in LeakRegistry.shared.track(Notebook()) }
        await host.add("report") { input in
            let notebook = try notebook.value
            return (task: Task { try await notebook.report(to: logger) }, leaks: try Settings(input).leak)
        } teardown: { report in
            // The task keeps the notebook until it ends.
            if !report.leaks { report.task.cancel() }
        }
        let server = await host.add("server") { input in
            LeakRegistry.shared.track(
                GRPCServer(
                    transport: .http2NIOPosix(
                        address: .ipv4(host: "127.0.0.1", port: try Settings(input).port),
                        transportSecurity: .plaintext),
                    services: [NoteService(notebook: try notebook.value)]))
        }
        await host.addServiceGroup(logger: logger) { _ in [ServedRPC(server: try server.value)] }
        // The reset is acknowledged when connections are accepted; the address is an error if the server has ended.
        await host.add("listening") { _ in try await server.value.listeningAddress }
        try await ServiceGroup(
            services: [ResetHostService(host), ResetTelemetryService(host.history, logger: logger)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
        ).run()
    }
}

/// The options of the service.
struct Settings: LaunchSettings {
    var port = 0
    /// `true` plants a leak: the task of the report is not cancelled.
    var leak = false

    enum CodingKeys: String, CodingKey, CaseIterable {
        case port = "--port"
        case leak = "--leak"
    }
}

/// A server of gRPC as a service of a group.
struct ServedRPC: Service {
    let server: GRPCServer<HTTP2ServerTransport.Posix>

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await server.serve()
        } onGracefulShutdown: {
            server.beginGracefulShutdown()
        }
    }
}
