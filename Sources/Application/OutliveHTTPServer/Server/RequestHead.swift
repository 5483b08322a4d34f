/// The request line and header fields of a request, as sent by the client.
///
/// Parsing is strict: input that two parsers could interpret differently is refused.
package struct RequestHead: Equatable, Sendable {
    /// A header field.
    ///
    /// Names keep their case. Bytes beyond ASCII become ISO 8859-1 characters.
    struct Field: Equatable, Sendable {
        var name: String
        var value: String
    }

    /// The maximum number of header fields.
    static let maximumFields = 100

    package var method: String
    /// The path, still percent-encoded.
    package var path: String
    /// The part after the first question mark, still percent-encoded, or `nil` without one.
    var query: String?
    var fields: [Field]
    /// The number of bytes in the body.
    var contentLength: Int

    /// The value of the first field with this name, ignoring case, or `nil` if there is none.
    package subscript(name: String) -> String? {
        let name = name.lowercased()
        return fields.first { $0.name.lowercased() == name }?.value
    }
}

extension RequestHead {
    /// The fields that must occur at most once, because a repetition would be ambiguous.
    private static let single: Set = [
        "host", "content-length", "transfer-encoding", "authorization", "origin", "content-type", "expect",
    ]

    /// Returns the end of the head, after its first empty line, or `nil` if more bytes are needed.
    ///
    /// - Parameter start: The number of bytes already searched.
    /// - Throws: `Refusal` for a line that does not end with CR LF, as soon as it is received.
    static func end(in bytes: [UInt8], from start: Int) throws(Refusal) -> Int? {
        for index in max(0, start)..<max(start, bytes.count) {
            switch bytes[index] {
            case .lineFeed:
                guard index > 0, bytes[index - 1] == .carriageReturn else {
                    throw Refusal(400, "a line of the request ends with LF alone; lines end with CR LF")
                }
                if index >= 3, bytes[index - 2] == .lineFeed { return index + 1 }
                // An empty line before the request line is refused as an invalid request line.
                if index == 1 { return index + 1 }
            case 0:
                throw Refusal(400, "the head of the request holds a NUL")
            default:
                if index > 0, bytes[index - 1] == .carriageReturn {
                    throw Refusal(400, "the head of the request holds a CR that ends no line")
                }
            }
        }
        return nil
    }

    /// Parses a head, including its final empty line.
    ///
    /// - Throws: `Refusal` with the status and the reason.
    init(parsing head: some Collection<UInt8>) throws(Refusal) {
        var lines = [[UInt8]]()
        var line = [UInt8]()
        for byte in head {
            line.append(byte)
            guard byte == .lineFeed else { continue }
            line.removeLast()
            guard line.popLast() == .carriageReturn else {
                throw Refusal(400, "a line of the request ends with LF alone; lines end with CR LF")
            }
            lines.append(line)
            line = []
        }
        guard line.isEmpty, lines.count >= 2, lines.removeLast().isEmpty, !lines.contains([]) else {
            throw Refusal(400, "the request has no head: a request line, header fields, and an empty line")
        }
        (method, path, query) = try Self.requestLine(lines[0])
        guard lines.count <= 1 + Self.maximumFields else {
            throw Refusal(431, "the request has more than \(Self.maximumFields) header fields")
        }
        fields = []
        for line in lines.dropFirst() { fields.append(try Self.field(line)) }
        try Self.refuseRepeats(fields)
        contentLength = 0
        contentLength = try length()
    }

    /// Parses `METHOD SP TARGET SP HTTP/1.1`, each part in its strict form.
    private static func requestLine(_ line: [UInt8]) throws(Refusal) -> (String, String, String?) {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3 else {
            throw Refusal(400, "the first line is no request line: METHOD TARGET HTTP/1.1")
        }
        let (method, target, version) = (words[0], words[1], words[2])
        guard (1...16).contains(method.count), method.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw Refusal(400, "the method is no word of upper case letters")
        }
        guard target.first == UInt8(ascii: "/"),
            target.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
        else { throw Refusal(400, "the target of the request is no path that begins with /") }
        guard version.elementsEqual("HTTP/1.1".utf8) else {
            guard version.starts(with: "HTTP/".utf8) else {
                throw Refusal(400, "the first line is no request line: METHOD TARGET HTTP/1.1")
            }
            throw Refusal(505, "the request is of another version; HTTP/1.1 is understood")
        }
        let parts = target.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        return (
            String(decoding: method, as: UTF8.self), String(decoding: parts[0], as: UTF8.self),
            parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
        )
    }

    /// Parses `NAME: VALUE`; the name is a token, and the value has no control characters.
    private static func field(_ line: [UInt8]) throws(Refusal) -> Field {
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenCharacter) else {
            throw Refusal(400, "a header field is no NAME: VALUE with a name of letters, digits and !#$%&'*+-.^_`|~")
        }
        let blank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        var value = parts[1].drop(while: blank)
        while let last = value.last, blank(last) { value.removeLast() }
        let name = String(decoding: parts[0], as: UTF8.self)
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw Refusal(400, "the header field \(name) holds a control character")
        }
        return Field(name: name, value: String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) })))
    }

    private static func refuseRepeats(_ fields: [Field]) throws(Refusal) {
        var seen = Set<String>()
        for field in fields where Self.single.contains(field.name.lowercased()) {
            guard seen.insert(field.name.lowercased()).inserted else {
                throw Refusal(400, "the header field \(field.name) occurs more than once")
            }
        }
    }

    private func length() throws(Refusal) -> Int {
        let length = self["Content-Length"]
        if self["Transfer-Encoding"] != nil {
            guard length == nil else {
                throw Refusal(400, "the request has a Content-Length and a Transfer-Encoding; send one of them")
            }
            throw Refusal(411, "the body has a Transfer-Encoding, which is not read; send a Content-Length")
        }
        guard let length else { return 0 }
        guard !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw Refusal(400, "the Content-Length is no whole number")
        }
        // A number that is too large for an integer exceeds every limit as well.
        return Int(length) ?? .max
    }
}

extension UInt8 {
    fileprivate static let lineFeed: UInt8 = 0x0A
    fileprivate static let carriageReturn: UInt8 = 0x0D

    /// `true` if the byte may be part of a header field's name (RFC 9110, `tchar`).
    fileprivate var isTokenCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
