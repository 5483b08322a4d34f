internal import Outlive

@testable internal import OutliveGTK

/// Stands in for a host whose reset goes on until it is let go, so that it can be told whether one was asked for.
final class HeldHost: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Never.self)

    /// What notifiers are given.
    var handler: ResetHandler {
        ResetHandler { [stream] request in
            for await _ in stream {}
            return ResetReply(
                request: request.id, kind: request.kind, endedGeneration: 1, failures: [], usable: true)
        }
    }

    /// Ends the reset that is under way, and each one from now on at once.
    func letGo() { continuation.finish() }
}

extension ResetPress {
    /// Whether a reset has been asked for that is still under way; if not, one is asked for now.
    ///
    /// Told at once: nothing has to be waited for to see that nothing happened.
    func wasPressed() -> Bool { press() == nil }
}
