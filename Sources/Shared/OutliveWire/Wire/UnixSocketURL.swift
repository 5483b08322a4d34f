/// The URL of a server at a Unix socket: `http+unix://` and the percent-encoded path.
package struct UnixSocketURL: Hashable, Sendable {
    private static let scheme = "http+unix://"

    /// The absolute path of the socket.
    package let path: String

    package init(path: String) {
        self.path = path
    }
}

extension UnixSocketURL: LosslessStringConvertible {
    /// Parses a URL; returns `nil` for another scheme, a relative path or an invalid encoding.
    package init?(_ description: String) {
        guard description.hasPrefix(Self.scheme),
            let path = Self.decoded(description.dropFirst(Self.scheme.count)), path.utf8.first == UInt8(ascii: "/"),
            !path.utf8.contains(0)
        else { return nil }
        self.path = path
    }

    package var description: String {
        Self.scheme
            + path.utf8.map { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                    String(UnicodeScalar(byte))
                default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }
            }.joined()
    }

    /// Returns a text with every `%XX` decoded, or `nil` if a `%` is invalid or the bytes are not UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            guard digits.count == 2 else { return nil }
            bytes.append(UInt8(digits[0] * 16 + digits[1]))
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
