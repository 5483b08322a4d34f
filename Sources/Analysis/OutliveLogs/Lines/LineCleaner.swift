/// A filter that removes the additions of terminals and XCTest from lines.
///
/// It removes colours, carriage returns and the mark `XCTestOutputBarrier`, which may be attached to any line and join
/// two lines into one.
struct LineCleaner {
    private static let escape: UInt8 = 0x1B
    private static let bell: UInt8 = 0x07
    private static let lineFeed = UInt8(ascii: "\n")
    private static let barrier: StaticString = "XCTestOutputBarrier"

    private var cleaned: [UInt8] = []

    /// Passes the cleaned line to `body`, or each of the lines that it consists of.
    @inline(__always)
    mutating func clean(_ line: Bytes, _ body: (Bytes) -> Void) {
        var end = line.count
        // Removes Windows line ends; recorded terminals add another carriage return.
        while end > 0, line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        let line = end == line.count ? line : line.part(0, end)
        if line.firstIndex(of: Self.escape) == nil, line.firstIndex(of: UInt8(ascii: "\r")) == nil,
            line.firstIndex(of: Self.barrier) == nil
        {
            return body(line)
        }
        rewrite(line)
        cleaned.withUnsafeBytes { cleaned in
            var start = 0
            while start < cleaned.count {
                let end = cleaned.firstIndex(of: Self.lineFeed, from: start) ?? cleaned.count
                if end > start { body(cleaned.part(start, end)) }
                start = end + 1
            }
        }
    }

    private mutating func rewrite(_ line: Bytes) {
        cleaned.removeAll(keepingCapacity: true)
        var index = 0
        while index < line.count {
            switch line[index] {
            case Self.escape: index = Self.endOfEscape(in: line, at: index)
            case UInt8(ascii: "\r"):
                cleaned.append(Self.lineFeed)
                index += 1
            case UInt8(ascii: "X") where line.has(Self.barrier, at: index):
                index += Self.barrier.utf8CodeUnitCount
                if Self.beginsLine(line, at: index) { cleaned.append(Self.lineFeed) }
            case let byte:
                cleaned.append(byte)
                index += 1
            }
        }
    }

    /// Returns `true` if a line of a test log begins at a position; otherwise the mark interrupted a line.
    private static func beginsLine(_ line: Bytes, at start: Int) -> Bool {
        var start = start
        while start < line.count, line[start].isBlank { start += 1 }
        return line.has("t =", at: start) || line.has("Test Case '", at: start) || line.has("Test case '", at: start)
    }

    /// Returns the end of an escape sequence (ECMA-48): CSI, strings that BEL or ST ends, and sequences of two bytes.
    private static func endOfEscape(in line: Bytes, at start: Int) -> Int {
        guard start + 1 < line.count else { return line.count }
        var index = start + 2
        switch line[start + 1] {
        case UInt8(ascii: "["):
            while index < line.count, 0x20...0x3F ~= line[index] { index += 1 }
            // A byte that cannot end a sequence is text.
            return index < line.count && 0x40...0x7E ~= line[index] ? index + 1 : index
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
            while index < line.count {
                if line[index] == bell { return index + 1 }
                if line[index] == escape { return min(index + 2, line.count) }
                index += 1
            }
            // An unterminated string counts as text, because dropping the whole line would be worse.
            return start + 2
        default: return index
        }
    }
}
