/// Parses a time as logs print it, after any blanks: `14.20`, `-0.01`, `0,5`, `nan` or `inf`; returns `nil` for any other
/// text.
///
/// - Returns: The time in microseconds, so that sums are exact, and its end; no time for `nan`, `inf` and values too large
///   for one.
@inline(__always)
func logTime(_ bytes: Bytes, at start: Int) -> (microseconds: Int64?, end: Int)? {
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
        // Values beyond 31 years are no times; their other digits are skipped.
        if value < 1_000_000_000 { value = value * 10 + Int64(bytes[index] &- 0x30) }
        index += 1
    }
    guard index > first else {
        guard bytes.has("nan", at: index) || bytes.has("inf", at: index) else { return nil }
        return (nil, index + 3)
    }
    let isTooLarge = value >= 1_000_000_000
    var scale: Int64 = 1_000_000
    value = isTooLarge ? 0 : value * scale
    // Some locales use a comma.
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
    return (isTooLarge ? nil : isNegative ? -value : value, index)
}
