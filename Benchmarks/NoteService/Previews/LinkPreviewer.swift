import FlyingFox
import Foundation
import Outlive
import OutliveStubs
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches the titles of the pages that notes link to. These are the service's only requests to other hosts.
///
/// Thread-safe.
final class LinkPreviewer: Sendable {
    /// The stubs that answer in place of the network, or `nil` if requests go to the network.
    let stubs: InstalledStubs?
    private let limit: Duration
    private let session = Mutex(Connection.unused)

    /// The URL session. It costs threads and memory, so it is created for the first preview.
    private enum Connection: Sendable {
        case unused
        case open(URLSession, Ending)
        case closed
    }

    /// Creates a previewer; it opens nothing yet.
    init(_ settings: Settings) {
        limit = .seconds(settings.previewSeconds)
        stubs =
            settings.stubRequests.stubs.isEmpty
            ? nil : LeakRegistry.shared.track(InstalledStubs(settings.stubRequests), as: "InstalledStubs")
    }

    /// Returns the title of a page.
    ///
    /// - Throws: `HTTPFailure`: 504 if the page takes too long, 502 if it is unavailable or has no title.
    func preview(of url: URL) async throws -> LinkPreview {
        let session = try opened()
        let limit = limit
        let (data, response) = try await withThrowingTaskGroup(of: (Data, URLResponse).self) { group in
            group.addTask {
                do {
                    return try await session.data(from: url)
                } catch {
                    throw HTTPFailure(.badGateway, "cannot fetch \(url): \(error.localizedDescription)")
                }
            }
            group.addTask {
                try await Task.sleep(for: limit)
                throw HTTPFailure(.gatewayTimeout, "\(url) takes more than \(limit)")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else {
            throw HTTPFailure(.badGateway, "\(url) is answered with \(status)")
        }
        guard let title = String(decoding: data, as: UTF8.self).pageTitle else {
            throw HTTPFailure(.badGateway, "\(url) has no title")
        }
        return LinkPreview(url: url.absoluteString, title: title)
    }

    /// Ends the session and waits until it is invalidated.
    func stop() async {
        let connection = session.withLock { session in
            defer { session = .closed }
            return session
        }
        if case .open(let session, let ending) = connection {
            session.invalidateAndCancel()
            await ending.wait()
        }
        stubs?.remove()
    }

    private func opened() throws -> URLSession {
        try session.withLock { connection in
            switch connection {
            case .open(let session, _): return session
            case .closed: throw HTTPFailure(.serviceUnavailable, "the service is being reset")
            case .unused:
                let configuration = URLSessionConfiguration.ephemeral
                configuration.urlCache = nil
                stubs?.install(in: configuration)
                let ending = Ending()
                let session = LeakRegistry.shared.track(
                    URLSession(configuration: configuration, delegate: ending, delegateQueue: nil), as: "URLSession")
                connection = .open(session, ending)
                return session
            }
        }
    }
}

/// A link's preview: the response to `GET /notes/:id/preview`.
struct LinkPreview: Codable, Equatable, Sendable {
    var url: String
    var title: String
}

/// Signals the end of a session.
private final class Ending: NSObject, URLSessionDelegate, Sendable {
    private let over: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    override init() {
        (over, continuation) = AsyncStream.makeStream()
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        continuation.finish()
    }

    func wait() async {
        for await _ in over {}
    }
}

extension String {
    /// The text between the tags of the title.
    fileprivate var pageTitle: String? {
        guard let start = firstRange(of: "<title>")?.upperBound,
            let end = self[start...].firstRange(of: "</title>")?.lowerBound
        else { return nil }
        let title = self[start..<end].trimmingCharacters(in: .whitespacesAndNewlines)
        return title.isEmpty ? nil : title
    }
}

extension Note {
    /// The first link in the body.
    var link: URL? {
        let words = body.split(whereSeparator: \.isWhitespace)
        guard let word = words.first(where: { $0.hasPrefix("http://") || $0.hasPrefix("https://") }) else { return nil }
        return URL(string: String(word.trimmingSuffix { ".,;:!?)".contains($0) }))
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
        var end = endIndex
        while end > startIndex, isTrimmed(self[index(before: end)]) { end = index(before: end) }
        return self[..<end]
    }
}
