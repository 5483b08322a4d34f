import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What arrives of one import.
final class ImportProgress: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var received = Data()
    private let done: @Sendable (Int) -> Void

    init(done: @escaping @Sendable (Int) -> Void) { self.done = done }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        lock.withLock { received.append(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        done(lock.withLock { received.count })
    }
}

/// Loads documents from other archives.
struct Importer: Sendable {
    let base: String
    let endsSessions: Bool

    func load(_ name: String) async throws -> String {
        let url = URL(string: "\(base)/source/\(name)")!
        let bytes = await withCheckedContinuation { continuation in
            let progress = ImportProgress { continuation.resume(returning: $0) }
            let configuration = URLSessionConfiguration.ephemeral
            configuration.timeoutIntervalForRequest = 5
            // TRUE CULPRIT of --leak urlsession: a session for each import, never invalidated
            let session = URLSession(configuration: configuration, delegate: progress, delegateQueue: nil)
            session.dataTask(with: url).resume()
            if endsSessions { session.finishTasksAndInvalidate() }
        }
        return "\(bytes) bytes"
    }
}
