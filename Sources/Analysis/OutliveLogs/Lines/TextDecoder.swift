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
    /// The bytes that wait for the rest of a mark, of a code unit or of a pair of surrogates.
    private var begun: [UInt8] = []

    /// Passes the decoded bytes to `body`.
    @inline(__always)
    mutating func take(_ bytes: Bytes, _ body: (Bytes) -> Void) {
        if case .bytes = encoding { return body(bytes) }
        begun += bytes
        if case .unknown = encoding {
            guard begun.count > 1 else { return }
            let isLittleEndian = begun.starts(with: [0xFF, 0xFE])
            guard isLittleEndian || begun.starts(with: [0xFE, 0xFF]) else {
                encoding = .bytes
                begun.withUnsafeBytes(body)
                begun = []
                return
            }
            encoding = .utf16(isLittleEndian: isLittleEndian)
            begun.removeFirst(2)
        }
        if case .utf16(let isLittleEndian) = encoding { decode(isLittleEndian, body) }
    }

    /// Passes a single remaining byte to `body`.
    mutating func finish(_ body: (Bytes) -> Void) {
        if case .unknown = encoding { begun.withUnsafeBytes(body) }
        begun = []
    }

    private mutating func decode(_ isLittleEndian: Bool, _ body: (Bytes) -> Void) {
        var units = stride(from: 0, to: begun.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(begun[index]), UInt16(begun[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        begun.removeFirst(2 * units.count)
        var text = String(decoding: units, as: UTF16.self)
        text.withUTF8 { body(Bytes($0)) }
    }
}
