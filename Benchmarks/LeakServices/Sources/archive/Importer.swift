import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One import, with a session of its own.
final class ImportJob: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let url: URL
    private let lock = NSLock()
    private var received = Data()
    private var done: (@Sendable (Int) -> Void)?
    private var session: URLSession!

    init(url: URL) {
        self.url = url
        super.init()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 5
        // TRUE CULPRIT of --leak urlsession: never invalidated, it retains its delegate
        session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }

    func run() async -> Int {
        await withCheckedContinuation { continuation in
            done = { continuation.resume(returning: $0) }
            session.dataTask(with: url).resume()
        }
    }

    func end() { session.finishTasksAndInvalidate() }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        lock.withLock { received.append(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        done?(lock.withLock { received.count })
        done = nil
    }
}

/// Loads documents from other archives.
struct Importer: Sendable {
    let base: String
    let endsSessions: Bool

    func load(_ name: String) async throws -> String {
        let job = ImportJob(url: URL(string: "\(base)/source/\(name)")!)
        let bytes = await job.run()
        if endsSessions { job.end() }
        return "\(bytes) bytes"
    }
}
