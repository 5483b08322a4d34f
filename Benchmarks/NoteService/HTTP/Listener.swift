import FlyingFox
import FlyingSocks
import Foundation

/// The service's socket on the loopback interface, open as long as the process lives.
struct Listener {
    private let server: HTTPServer

    /// Creates a listener; port 0 takes any free port.
    init(port: UInt16, requestSeconds: Int, handler: some HTTPHandler) throws {
        server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port), timeout: TimeInterval(requestSeconds), logger: .disabled,
            handler: handler)
    }

    /// Listens while `body` runs.
    ///
    /// - Parameter body: the work to do meanwhile; its argument is the port.
    /// - Throws: `ServiceFailure` if the port is unavailable or the socket fails, and any error of `body`.
    func listen(while body: @escaping @Sendable (_ port: UInt16) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await server.run()
                } catch let error as SocketError {
                    throw ServiceFailure.failed("cannot listen: \(error.reason)")
                }
            }
            group.addTask {
                try await server.waitUntilListening()
                guard case .ip4(_, let port) = await server.listeningAddress else {
                    throw ServiceFailure.failed("cannot listen: the socket has no port")
                }
                try await body(port)
            }
            // The first of the two to end, with or without an error, ends the other.
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
