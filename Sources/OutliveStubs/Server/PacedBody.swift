#if LiveReset
internal import FlyingSocks
internal import Foundation

/// A body that comes as slowly as a stub says.
struct PacedBody: AsyncBufferedSequence {
    typealias Element = UInt8

    private let answer: StubAnswer
    private let clock: any Clock<Duration>

    init(_ answer: StubAnswer, clock: any Clock<Duration>) {
        self.answer = answer
        self.clock = clock
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(answer: answer, parts: AnswerParts(answer), clock: clock)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        let answer: StubAnswer
        let parts: AnswerParts
        let clock: any Clock<Duration>
        // Part 0, the head, has been sent.
        private var part = 0
        private var rest = Data()

        init(answer: StubAnswer, parts: AnswerParts, clock: any Clock<Duration>) {
            self.answer = answer
            self.parts = parts
            self.clock = clock
        }

        mutating func next() async throws -> UInt8? {
            try await nextBuffer(suggested: 1)?.first
        }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            if rest.isEmpty {
                guard part + 1 < parts.count else { return nil }
                part += 1
                try await clock.sleep(for: parts.time(of: part) - parts.time(of: part - 1))
                rest = answer.body[parts.bytes(of: part)]
            }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
    }
}
#endif
