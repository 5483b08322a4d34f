#if LiveReset
internal import FlyingSocks
internal import Foundation

/// A body that arrives at the speed of its stub.
struct PacedBody: AsyncBufferedSequence {
    typealias Element = UInt8

    private let answer: StubAnswer
    private let timeline: Timeline

    /// - Parameter timeline: Starts with the request.
    init(_ answer: StubAnswer, on timeline: Timeline) {
        self.answer = answer
        self.timeline = timeline
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(answer, on: timeline)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        private let answer: StubAnswer
        private let parts: AnswerParts
        private let timeline: Timeline
        // Part 0, the head, was already sent.
        private var part = 0
        private var rest = Data()

        init(_ answer: StubAnswer, on timeline: Timeline) {
            self.answer = answer
            parts = AnswerParts(answer)
            self.timeline = timeline
        }

        mutating func next() async throws -> UInt8? {
            try await nextBuffer(suggested: 1)?.first
        }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            if rest.isEmpty {
                guard part + 1 < parts.count else { return nil }
                part += 1
                try await timeline.wait(until: parts.time(of: part))
                rest = answer.body[parts.bytes(of: part)]
            }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
    }
}
#endif
