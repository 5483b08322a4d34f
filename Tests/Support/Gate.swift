/// Something that is waited for until it is opened.
package final class Gate: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    /// Makes one that is closed.
    package init() {
        (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    }

    /// Lets all go on, now and later.
    package func open() {
        continuation.finish()
    }

    /// Waits until it is open, or the task is cancelled.
    package func wait() async {
        for await _ in stream {}
    }
}
