/// Something that is waited for until it is opened.
final class Gate: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    }

    func open() {
        continuation.finish()
    }

    func wait() async {
        for await _ in stream {}
    }
}

struct Broken: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
