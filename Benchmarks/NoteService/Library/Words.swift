/// Splits texts into the words of the full-text index.
enum Words {
    /// Returns the lower-case words of a text: runs of ASCII letters and digits and of all that is not ASCII.
    static func of(_ text: String) -> [String] {
        text.lowercased().utf8
            .split { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: false
                default: true
                }
            }
            .map { String(Substring($0)) }
    }
}
