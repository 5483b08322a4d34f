/// A writer of JSON without blanks, for a block of data in a page.
///
/// The text has no `<`, so that no name can end the block or begin markup.
struct CompactJSON {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    mutating func number(_ value: Int) {
        separate()
        bytes += "\(value)".utf8
    }

    mutating func array(_ content: (inout CompactJSON) -> Void) {
        open("[", "]", content)
    }

    mutating func object(_ content: (inout CompactJSON) -> Void) {
        open("{", "}", content)
    }

    mutating func key(_ name: String) {
        text(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func text(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20, UInt8(ascii: "<"):
                let digits = Array("0123456789abcdef".utf8)
                bytes += "\\u00".utf8
                bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func open(_ first: Unicode.Scalar, _ last: Unicode.Scalar, _ content: (inout CompactJSON) -> Void)
    {
        separate()
        bytes.append(UInt8(ascii: first))
        needsComma = false
        content(&self)
        bytes.append(UInt8(ascii: last))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
