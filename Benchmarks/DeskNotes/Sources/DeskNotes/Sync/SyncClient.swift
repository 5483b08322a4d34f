internal import DeskNotesSettings
internal import Foundation
internal import Outlive
internal import OutliveStubs

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Sends the notes to the server.
actor SyncClient {
    private let stubs: InstalledStubs
    private var connection = Connection.unused

    /// The URL session. It costs threads and memory, so it is created for the first request.
    private enum Connection {
        case unused
        case open(URLSession, SessionEnd)
        case closed
    }

    /// Creates a client; it opens nothing yet.
    init(_ settings: DeskSettings) {
        stubs = LeakRegistry.shared.track(InstalledStubs(SyncServer.rules(settings)), as: "InstalledStubs")
        LeakRegistry.shared.track(self)
    }

    /// Sends notes to the server.
    ///
    /// - Throws: `SyncError`, or `CancellationError` if the client is closed or the task is cancelled meanwhile.
    func send(_ notes: [Note]) async throws {
        var request = URLRequest(url: URL(string: SyncServer.address)!)
        request.httpMethod = "PUT"
        request.httpBody = try JSONEncoder().encode(notes)
        let response: URLResponse
        do {
            (_, response) = try await session().data(for: request)
        } catch let error as URLError where error.code == .cancelled {
            throw CancellationError()
        } catch let error as URLError {
            throw SyncError(description: "the server cannot be reached: \(error.localizedDescription)")
        }
        guard let status = (response as? HTTPURLResponse)?.statusCode, (200..<300).contains(status) else {
            throw SyncError(description: "the server refused: try again later")
        }
    }

    /// Cancels the requests under way, ends the session and waits until it has ended.
    func close() async {
        let connection = connection
        self.connection = .closed
        if case .open(let session, let end) = connection {
            session.invalidateAndCancel()
            await end.wait()
        }
        stubs.remove()
    }

    private func session() throws -> URLSession {
        switch connection {
        case .open(let session, _): return session
        case .closed: throw CancellationError()
        case .unused:
            let configuration = URLSessionConfiguration.ephemeral
            stubs.install(in: configuration)
            let end = SessionEnd()
            let session = LeakRegistry.shared.track(
                URLSession(configuration: configuration, delegate: end, delegateQueue: nil), as: "URLSession")
            connection = .open(session, end)
            return session
        }
    }
}

/// A failure to synchronise notes.
struct SyncError: Error, CustomStringConvertible {
    /// The failure and the remedy.
    let description: String
}
