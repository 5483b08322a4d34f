internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Signals the end of a session.
final class SessionEnd: NSObject, URLSessionDelegate, Sendable {
    private let over: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    override init() {
        (over, continuation) = AsyncStream.makeStream()
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        continuation.finish()
    }

    /// Waits until the session is invalidated and has released its resources.
    func wait() async {
        for await _ in over {}
    }
}
