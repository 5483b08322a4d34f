/// A decoder that converts logs with a UTF-16 byte order mark, as PowerShell writes them, to UTF-8.
///
/// All other logs pass unchanged.
struct TextDecoder {
    private enum Encoding {
        /// The first two bytes have not arrived yet.
        case unknown
        /// UTF-8 or another encoding compatible with ASCII.
        case bytes
        case utf16(isLittleEndian: Bool)
    }

    private var encoding = Encoding.unknown
    /// The first byte of an incomplete pair.
    private var begun: UInt8?
    /// The high surrogate of an incomplete pair.
    private var high: UInt32?
    private var decoded: [UInt8] = []

    /// Passes the decoded bytes to `body`.
    @inline(__always)
    mutating func take(_ bytes: Bytes, _ body: (Bytes) -> Void) {
        if case .bytes = encoding { return body(bytes) }
        var rest = bytes
        if case .unknown = encoding {
            guard let first = begun ?? rest.first else { return }
            if begun == nil { rest = rest.part(1, rest.count) }
            begun = first
            guard let second = rest.first else { return }
            switch (first, second) {
            case (0xFF, 0xFE), (0xFE, 0xFF):
                encoding = .utf16(isLittleEndian: first == 0xFF)
                begun = nil
                rest = rest.part(1, rest.count)
            default:
                encoding = .bytes
                begun = nil
                if rest.count < bytes.count { return body(bytes) }
                withUnsafeBytes(of: first, body)
                return body(rest)
            }
        }
        if case .utf16(let isLittleEndian) = encoding { decode(rest, isLittleEndian, body) }
    }

    /// Passes a single remaining byte to `body`.
    mutating func finish(_ body: (Bytes) -> Void) {
        if case .unknown = encoding, let begun { withUnsafeBytes(of: begun, body) }
        begun = nil
    }

    private mutating func decode(_ bytes: Bytes, _ isLittleEndian: Bool, _ body: (Bytes) -> Void) {
        decoded.removeAll(keepingCapacity: true)
        for byte in bytes {
            guard let first = begun else {
                begun = byte
                continue
            }
            begun = nil
            append(isLittleEndian ? UInt32(byte) << 8 | UInt32(first) : UInt32(first) << 8 | UInt32(byte))
        }
        decoded.withUnsafeBytes(body)
    }

    private mutating func append(_ unit: UInt32) {
        if unit < 0x80, high == nil { return decoded.append(UInt8(unit)) }
        let first = high
        high = nil
        switch (first, unit) {
        case (let first?, 0xDC00...0xDFFF): append(scalar: 0x10000 + (first - 0xD800) << 10 + (unit - 0xDC00))
        case (nil, 0xD800...0xDBFF): high = unit
        case (nil, 0xDC00...0xDFFF): append(scalar: 0xFFFD)
        case (nil, _): append(scalar: unit)
        case (_?, _):
            // An unpaired high surrogate; the unit after it is decoded by itself.
            append(scalar: 0xFFFD)
            append(unit)
        }
    }

    private mutating func append(scalar value: UInt32) {
        decoded.append(contentsOf: UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
    }
}
