internal import OutliveSupport

/// Bytes of a log that are valid during one call; lines are never converted to strings.
typealias Bytes = UnsafeRawBufferPointer

extension UnsafeRawBufferPointer {
    /// Returns the bytes in a range, with indices from 0.
    @inline(__always)
    func part(_ start: Int, _ end: Int) -> Bytes { Bytes(rebasing: self[start..<end]) }

    /// Returns the first position of a byte, from a position on.
    @inline(__always)
    func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        guard start < count, let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// Returns the first position of a text, from a position on; fast if its first byte is rare.
    @inline(__always)
    func firstIndex(of text: StaticString, from start: Int = 0) -> Int? {
        var from = start
        while let index = firstIndex(of: text.utf8Start[0], from: from) {
            if has(text, at: index) { return index }
            from = index + 1
        }
        return nil
    }

    /// Returns `true` if a text is at a position.
    @inline(__always)
    func has(_ text: StaticString, at start: Int = 0) -> Bool {
        let length = text.utf8CodeUnitCount
        guard start >= 0, count - start >= length, let base = baseAddress else { return false }
        return memcmp(base + start, text.utf8Start, length) == 0
    }

    func ends(with text: StaticString) -> Bool { has(text, at: count - text.utf8CodeUnitCount) }

    var withoutTrailingBlanks: Bytes {
        var end = count
        while end > 0, self[end - 1].isBlank { end -= 1 }
        return part(0, end)
    }
}

extension UInt8 {
    /// `true` for a space or a tab.
    @inline(__always)
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    @inline(__always)
    var isDigit: Bool { self &- 0x30 < 10 }
    /// `true` for an ASCII letter or digit, or an underscore.
    var isWord: Bool { isDigit || (self | 0x20) &- 0x61 < 26 || self == 0x5F }
}
