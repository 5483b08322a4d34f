internal import Foundation
internal import Outlive
import OutliveSupport

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

private final class Session: Sendable {}

extension Service {
    /// Runs a test with an application that leaks an object with every reset, and that settles for an hour.
    static func runLeaking(_ test: (Service) async throws -> Void) async throws {
        let sessions = Lock<[Session]>([])
        let registry = LeakRegistry()
        let directory = FileManager.default.temporaryDirectory.appending(path: "outlive-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await run(
            registry: registry, environment: ["OUTLIVE_DIR": directory.path(), "OUTLIVE_SETTLE": "3600"],
            steps: { host in
                await host.add("sessions") { _ in
                    let session = registry.track(Session())
                    sessions.withLock { $0.append(session) }
                }
            }, test)
    }
}
