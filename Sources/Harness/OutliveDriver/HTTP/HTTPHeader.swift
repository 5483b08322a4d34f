/// A header field of a request, which is sent as one line.
package struct HTTPHeader: Hashable, Sendable {
    package let name: String
    package let value: String

    /// Creates a field, or `nil` if its name is no token, or its value has a control character, such as a line break.
    ///
    /// Source: RFC 9110, section 5.
    package init?(name: String, value: String) {
        let value = value.drop { $0 == " " }
        guard !name.isEmpty, name.utf8.count <= 256, name.utf8.allSatisfy(Self.isToken), value.utf8.count <= 8192,
            value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 })
        else { return nil }
        (self.name, self.value) = (name, String(value))
    }

    /// Parses `Name: value`; returns `nil` as `init(name:value:)` does.
    package init?(line: some StringProtocol) {
        let line = String(line)
        guard let colon = line.firstIndex(of: ":") else { return nil }
        self.init(name: String(line[..<colon]), value: String(line[line.index(after: colon)...]))
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
