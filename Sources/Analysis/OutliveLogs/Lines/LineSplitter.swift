/// A parser that splits a stream of bytes into lines, independently of the division into pieces.
///
/// Only the first `longest` bytes of a line are kept, so that memory is bounded for any stream.
struct LineSplitter {
    /// The maximum number of bytes kept of a line.
    static let longest = 64 << 10

    private(set) var lines = 0
    /// The number of lines longer than `longest`.
    private(set) var longLines = 0
    /// The beginning of an incomplete line.
    private var begun: [UInt8] = []
    private var isCut = false

    /// Passes each line that ends in the next bytes to `line`, without its line feed.
    mutating func take(_ bytes: Bytes, _ line: (Bytes) -> Void) {
        var start = 0
        while start < bytes.count {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) else {
                keep(bytes.part(start, bytes.count))
                return
            }
            let part = bytes.part(start, end)
            if begun.isEmpty { pass(part, line) } else { complete(part, line) }
            start = end + 1
        }
    }

    mutating func finish(_ line: (Bytes) -> Void) {
        if !begun.isEmpty { complete(Bytes(start: nil, count: 0), line) }
    }

    private mutating func complete(_ part: Bytes, _ line: (Bytes) -> Void) {
        keep(part)
        lines += 1
        longLines += isCut ? 1 : 0
        begun.withUnsafeBytes(line)
        begun.removeAll(keepingCapacity: true)
        isCut = false
    }

    @inline(__always)
    private mutating func pass(_ part: Bytes, _ line: (Bytes) -> Void) {
        lines += 1
        if part.count > Self.longest {
            longLines += 1
            line(part.part(0, Self.longest))
        } else {
            line(part)
        }
    }

    private mutating func keep(_ part: Bytes) {
        let room = Self.longest - begun.count
        if part.count > room { isCut = true }
        begun.append(contentsOf: part.prefix(room))
    }
}
