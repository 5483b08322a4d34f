import Hummingbird
import Logging
import ServiceLifecycle

/// The web server of one generation, which reports when it listens.
final class WebServer: Service {
    private let application: any Service
    private let bound: AsyncThrowingStream<Void, any Error>
    private let binding: AsyncThrowingStream<Void, any Error>.Continuation

    /// Creates a server that does not run yet.
    init(port: Int, store: NoteStore, logger: Logger) {
        let (bound, binding) = AsyncThrowingStream.makeStream(of: Void.self)
        let router = Router()
        router.post("notes") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 16)
            return "\(try await store.add(String(buffer: body)))\n"
        }
        router.get("notes") { _, _ in
            try await store.texts().map { $0 + "\n" }.joined()
        }
        (self.bound, self.binding) = (bound, binding)
        application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { _ in binding.yield() }, logger: logger)
    }

    /// Serves until the graceful shutdown, which waits for the requests in progress.
    func run() async throws {
        do {
            try await application.run()
            binding.finish()
        } catch {
            binding.finish(throwing: error)
            throw error
        }
    }

    /// Waits until connections are accepted.
    ///
    /// - Throws: The error of the server, if it cannot be bound.
    func listening() async throws {
        for try await _ in bound { return }
        throw CancellationError()
    }
}
