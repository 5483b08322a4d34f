internal import Dispatch
internal import Foundation
internal import OutliveSupport

/// The lines of an input, which is read on a thread of its own, until it ends.
///
/// A line ends with a line feed; what follows the last one is no message. Longer lines than the limit are skipped.
enum MessageLines {
    /// A line, or a gap.
    enum Item: Sendable {
        case line([UInt8])
        /// A line of more bytes than the limit.
        case tooLong
    }

    /// The maximum length of a line, in bytes. Requests are far shorter.
    static let longest = 1 << 20

    /// Returns the lines of an input without their line feeds, and without blank lines.
    static func lines(of input: FileInput) -> AsyncStream<Item> {
        let (lines, continuation) = AsyncStream.makeStream(of: Item.self)
        DispatchQueue(label: "outlive.messages").async {
            var splitter = Splitter()
            // An input that fails has ended.
            try? input.read { piece in
                for item in splitter.items(in: piece) { continuation.yield(item) }
                return true
            }
            continuation.finish()
        }
        return lines
    }

    /// Splits pieces of an input into lines.
    struct Splitter {
        private var line: [UInt8] = []
        private var isTooLong = false

        mutating func items(in piece: some Sequence<UInt8>) -> [Item] {
            var items: [Item] = []
            for byte in piece {
                if byte == UInt8(ascii: "\n") {
                    if isTooLong {
                        items.append(.tooLong)
                    } else if line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) {
                        items.append(.line(line))
                    }
                    line.removeAll(keepingCapacity: true)
                    isTooLong = false
                } else if line.count < MessageLines.longest {
                    line.append(byte)
                } else {
                    isTooLong = true
                }
            }
            return items
        }
    }
}
