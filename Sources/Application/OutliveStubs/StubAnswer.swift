internal import Foundation

/// The response to a stubbed request.
struct StubAnswer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: Data
    let delay: Duration
    let bytesPerSecond: Int?

    /// Creates the response of a rule.
    ///
    /// - Throws: `StubsError` if the body's file cannot be read.
    init(_ stub: RequestStub) throws {
        status = stub.status
        body = try stub.body.data()
        delay = stub.delay
        bytesPerSecond = stub.bytesPerSecond
        var headers = stub.headers
        func add(_ name: String, _ value: String?) {
            guard !headers.keys.contains(where: { $0.lowercased() == name.lowercased() }) else { return }
            headers[name] = value
        }
        add("Content-Type", stub.body.contentType)
        add("Content-Length", "\(body.count)")
        self.headers = headers
    }

    /// Creates the response that reports an error.
    init(_ error: StubsError) {
        status = 501
        headers = ["Content-Type": "text/plain; charset=utf-8"]
        body = Data("\(error)\n".utf8)
        delay = .zero
        bytesPerSecond = nil
    }
}

/// The division of a response into timed parts; part 0 is the head, the others are pieces of the body.
struct AnswerParts: Sendable {
    private let delay: Duration
    private let size: Int
    private let bytesPerSecond: Int?
    private let pieceSize: Int

    /// Divides a response into ten pieces per second, or into one piece that arrives at the time of its last byte.
    init(_ answer: StubAnswer, whole: Bool = false) {
        delay = answer.delay
        size = answer.body.count
        bytesPerSecond = answer.bytesPerSecond.map { max(1, $0) }
        pieceSize = max(1, whole ? size : answer.bytesPerSecond.map { $0 / 10 } ?? size)
    }

    /// The number of parts, including the head.
    var count: Int { 1 + (size + pieceSize - 1) / pieceSize }

    /// Returns the range of body bytes in a part, empty for the head.
    func bytes(of part: Int) -> Range<Int> {
        part == 0 ? 0..<0 : (part - 1) * pieceSize..<min(size, part * pieceSize)
    }

    /// Returns the time from the request until a part is due.
    func time(of part: Int) -> Duration {
        guard let bytesPerSecond else { return delay }
        return delay + .seconds(1) * bytes(of: part).upperBound / bytesPerSecond
    }
}

/// A sequence of times after a starting moment on a clock.
///
/// All times count from the start, because the delays of separate pauses would accumulate.
struct Timeline: Sendable {
    /// Waits until a time after the start, or returns immediately if it has passed.
    ///
    /// Throws `CancellationError` if the task is cancelled.
    let wait: @Sendable (_ until: Duration) async throws -> Void

    /// Starts the timeline now.
    ///
    /// - Parameter past: The time that has already passed.
    init(on clock: some Clock<Duration>, past: Duration = .zero) {
        let start = clock.now
        wait = { time in try await clock.sleep(until: start.advanced(by: time - past), tolerance: nil) }
    }
}
