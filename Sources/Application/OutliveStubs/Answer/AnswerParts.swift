#if LiveReset
internal import Foundation

/// The division of a response into timed parts; part 0 is the head, the others are pieces of the body.
struct AnswerParts: Sendable {
    private let delay: Duration
    private let size: Int
    private let bytesPerSecond: Int?
    private let pieceSize: Int

    /// Divides a response into ten pieces a second, or into one piece that arrives at the time of its last byte.
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

    /// Returns the time of a part after the request.
    func time(of part: Int) -> Duration {
        guard let bytesPerSecond else { return delay }
        return delay + .seconds(1) * bytes(of: part).upperBound / bytesPerSecond
    }
}
#endif
