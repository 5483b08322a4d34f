internal import OutliveModel
internal import OutliveSupport

/// The reason of a trap and the output after it.
struct TrapRecord: Sendable {
    static let limit = 4096

    let reason: TrapReason
    /// The line that states the reason.
    let line: String
    private var bytes: [UInt8]

    /// Parses a line without its end; `nil` if it states no reason.
    init?(_ line: [UInt8]) {
        guard line.withUnsafeBytes(Self.mayBegin) else { return nil }
        let text = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self)
        guard let reason = TrapReason(line: text) else { return nil }
        self.reason = reason
        self.line = text
        bytes = line + [UInt8(ascii: "\n")]
    }

    /// Appends the output that follows.
    mutating func append(_ part: UnsafeRawBufferPointer) {
        bytes += part.prefix(max(Self.limit - bytes.count, 0))
    }

    /// The line and the output after it, without a truncated last line, because a partial secret would not be
    /// recognised.
    var text: String {
        let end = bytes.count < Self.limit ? nil : bytes.lastIndex(of: UInt8(ascii: "\n"))
        return String(decoding: bytes[..<(end.map { $0 + 1 } ?? bytes.endIndex)], as: UTF8.self)
    }

    /// Returns `true` if a line may state the reason of a trap; cheap, because every line of output is checked.
    static func mayBegin(in line: UnsafeRawBufferPointer) -> Bool {
        marks.contains { line.contains($0) }
    }

    private static let marks = TrapReason.marks.map { Array($0.text.utf8) }
}

extension TrapRecord? {
    /// Replaces the record if a line states the reason of a trap, unless it only repeats the signal of the recorded
    /// one.
    mutating func note(_ line: [UInt8]) {
        guard let next = TrapRecord(line), next.reason >= self?.reason ?? .signal else { return }
        self = next
    }
}

extension UnsafeRawBufferPointer {
    /// Returns `true` if the bytes of a non-empty text occur.
    ///
    /// Uses `memchr`, because `memmem` is not declared for Swift.
    fileprivate func contains(_ text: [UInt8]) -> Bool {
        guard let base = baseAddress else { return false }
        var start = 0
        while count - start >= text.count, let found = memchr(base + start, Int32(text[0]), count - start) {
            let place = UnsafeRawPointer(found) - base
            if count - place >= text.count, memcmp(found, text, text.count) == 0 { return true }
            start = place + 1
        }
        return false
    }
}
