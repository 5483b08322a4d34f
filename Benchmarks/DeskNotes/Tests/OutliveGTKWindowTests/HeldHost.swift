internal import Outlive

@testable internal import OutliveGTK

/// Stands in for a host whose reset lasts until `letGo()`, so that a test can check for a request.
final class HeldHost: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Never.self)

    /// The handler to pass to notifiers.
    var handler: ResetHandler {
        ResetHandler { [stream] request in
            for await _ in stream {}
            return ResetReply(
                request: request.id, kind: request.kind, endedGeneration: 1, failures: [], usable: true)
        }
    }

    /// Ends the reset under way, and every later one at once.
    func letGo() { continuation.finish() }
}

extension ResetPress {
    /// Returns `true` if a requested reset is still under way; otherwise requests one.
    ///
    /// Returns at once, so that a test need not wait to see that nothing happened.
    func wasPressed() -> Bool { press() == nil }
}
