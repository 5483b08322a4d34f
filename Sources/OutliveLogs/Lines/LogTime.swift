/// A time as logs print it, in microseconds, so that sums of many are exact.
struct LogTime {
    /// The microseconds; nil for `nan`, `inf` and what is too large to be a time.
    let microseconds: Int64?
    /// The place after it.
    let end: Int

    /// Reads `14.20`, `-0.01`, `0,5`, `nan` or `inf` after any blanks.
    ///
    /// - Returns: nil where there is no such thing.
    @inline(__always)
    init?(_ bytes: Bytes, at start: Int) {
        var index = start
        while index < bytes.count, bytes[index].isBlank { index += 1 }
        var isNegative = false
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
            isNegative = bytes[index] == UInt8(ascii: "-")
            index += 1
        }
        let first = index
        var value: Int64 = 0
        while index < bytes.count, bytes[index].isDigit {
            // Beyond 31 years it is no time; the rest of the digits is passed over.
            if value < 1_000_000_000 { value = value * 10 + Int64(bytes[index] &- 0x30) }
            index += 1
        }
        guard index > first else {
            guard bytes.has("nan", at: index) || bytes.has("inf", at: index) else { return nil }
            microseconds = nil
            end = index + 3
            return
        }
        let isTooLarge = value >= 1_000_000_000
        var scale: Int64 = 1_000_000
        value = isTooLarge ? 0 : value * scale
        // Some languages write a comma.
        if index + 1 < bytes.count, bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ","),
            bytes[index + 1].isDigit
        {
            index += 1
            while index < bytes.count, bytes[index].isDigit {
                scale /= 10
                value += Int64(bytes[index] &- 0x30) * scale
                index += 1
            }
        }
        microseconds = isTooLarge ? nil : isNegative ? -value : value
        end = index
    }
}
