internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Tells when a session is over.
final class SessionEnd: NSObject, URLSessionDelegate, Sendable {
    private let over: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    override init() {
        (over, continuation) = AsyncStream.makeStream()
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        continuation.finish()
    }

    /// Waits until the session has let go of everything.
    func wait() async {
        for await _ in over {}
    }
}
