import FlyingFox
import FlyingSocks
import Foundation

/// The service's socket, open as long as the process lives, on the loopback interface only.
struct Listener {
    private let server: HTTPServer

    /// Prepares to listen; port 0 takes any free one.
    init(port: UInt16, requestSeconds: Int, handler: some HTTPHandler) throws {
        server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port), timeout: TimeInterval(requestSeconds), logger: .disabled,
            handler: handler)
    }

    /// Listens while `body` runs.
    ///
    /// - Parameter body: what is done meanwhile; it is told the port.
    /// - Throws: `ServiceFailure` when the port cannot be had or the socket fails, and what `body` throws.
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
            // Whichever ends first, by an error or by being done, ends the other.
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
