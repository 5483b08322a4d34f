/// A gate that tasks wait at until it is opened.
package final class Gate: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    /// Creates a closed gate.
    package init() {
        (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    }

    /// Opens the gate for all present and future waiters.
    package func open() {
        continuation.finish()
    }

    /// Waits until it is open, or the task is cancelled.
    package func wait() async {
        for await _ in stream {}
    }
}
