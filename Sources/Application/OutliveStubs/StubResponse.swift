public import Foundation

/// The response of stubs to a request that a server received, for any kind of server.
public struct StubResponse: Sendable {
    /// The status, 200...599.
    public let status: Int
    /// The header fields without the length, which is `body.count`. No two names differ only in case.
    public let headers: [String: String]
    /// The body, whose pieces arrive at the speed of the rule.
    public let body: Body

    init(_ answer: StubAnswer, on timeline: Timeline) {
        let fields = answer.headers.sorted { $0.key < $1.key }.map { ($0.key.lowercased(), $0) }
        let merged = Dictionary(fields) { (key: $0.key, value: "\($0.value), \($1.value)") }
        status = answer.status
        headers = Dictionary(
            uniqueKeysWithValues: merged.filter { $0.key != "content-length" }.values.map { ($0.key, $0.value) })
        body = Body(answer: answer, timeline: timeline)
    }

    /// The pieces of a body, as a sequence that can be iterated several times.
    public struct Body: AsyncSequence, Sendable {
        let answer: StubAnswer
        let timeline: Timeline

        /// The number of bytes.
        public var count: Int { answer.body.count }

        /// The complete body, once its last byte is due.
        public var data: Data {
            get async throws { try await reduce(into: Data()) { $0 += $1 } }
        }

        /// Returns an iterator that begins with the first piece.
        public func makeAsyncIterator() -> Iterator {
            Iterator(answer: answer, parts: AnswerParts(answer), timeline: timeline)
        }

        /// An iterator that waits until each piece is due.
        public struct Iterator: AsyncIteratorProtocol {
            let answer: StubAnswer
            let parts: AnswerParts
            let timeline: Timeline
            // Part 0, the head, comes before the body.
            var part = 0

            /// Returns the next piece, or `nil` after the last one.
            public mutating func next() async throws -> Data? {
                part += 1
                guard part < parts.count else { return nil }
                try await timeline.wait(parts.time(of: part))
                return answer.body[parts.bytes(of: part)]
            }
        }
    }
}

extension InstalledStubs {
    /// Returns the response to a request that a server received, once the rule's delay has passed.
    ///
    /// Without a matching rule, or the package trait `LiveReset`, the status is 501 and the body is the reason.
    ///
    /// - Parameters:
    ///   - method: The method, such as `GET`.
    ///   - host: The value of the `Host` field.
    ///   - target: The percent-encoded path and query.
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    public func response(to method: String, host: String, target: String) async throws -> StubResponse {
        #if LiveReset
        let timeline = Timeline(on: self.clock)
        let answer: StubAnswer
        do {
            answer = try self.answer(to: StubbedRequest(method: method, authority: host, target: target))
        } catch let error as StubsError {
            return StubResponse(StubAnswer(error), on: timeline)
        }
        if answer.delay > .zero { try await timeline.wait(answer.delay) }
        return StubResponse(answer, on: timeline)
        #else
        let error = StubsError("\(method) \(target) is not answered: this build is without the trait LiveReset")
        return StubResponse(StubAnswer(error), on: Timeline(on: ContinuousClock()))
        #endif
    }
}
