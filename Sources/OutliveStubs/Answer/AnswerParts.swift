#if LiveReset
internal import Foundation

/// In which pieces an answer comes, and when: part 0 is its head, the others are its body.
struct AnswerParts: Sendable {
    private let delay: Duration
    private let size: Int
    private let bytesPerSecond: Int?
    private let pieceSize: Int

    /// Divides an answer: ten pieces a second, or one piece, which comes when its last byte would.
    init(_ answer: StubAnswer, whole: Bool = false) {
        delay = answer.delay
        size = answer.body.count
        bytesPerSecond = answer.bytesPerSecond.map { max(1, $0) }
        pieceSize = max(1, whole ? size : answer.bytesPerSecond.map { $0 / 10 } ?? size)
    }

    /// How many parts there are, the head included.
    var count: Int { 1 + (size + pieceSize - 1) / pieceSize }

    /// The bytes of the body that come with a part; none with the head.
    func bytes(of part: Int) -> Range<Int> {
        part == 0 ? 0..<0 : (part - 1) * pieceSize..<min(size, part * pieceSize)
    }

    /// When a part comes, from the request on.
    func time(of part: Int) -> Duration {
        guard let bytesPerSecond else { return delay }
        return delay + .seconds(1) * bytes(of: part).upperBound / bytesPerSecond
    }
}
#endif
