internal import OutliveSupport

/// A strict validator of JSON (RFC 8259), which runs before decoding and refuses ambiguous input.
///
/// A decoder also accepts other encodings, byte order marks, trailing commas and duplicate names.
package struct StrictJSON {
    /// A violation of the rules.
    package struct Flaw: Error, Equatable, CustomStringConvertible {
        /// One line: `it is not valid JSON`.
        package let description: String

        fileprivate static let noJSON = Flaw(description: "it is not valid JSON")
        package static let unfinished = Flaw(description: "it is not read to its end")
    }

    /// The maximum nesting of lists and objects.
    package static let deepest = 64

    private let bytes: [UInt8]
    private let longestText: Int
    private let isOver: () -> Bool
    private var index = 0

    /// Validates JSON.
    ///
    /// - Parameters:
    ///   - bytes: The JSON, in UTF-8.
    ///   - longestText: The maximum length of a string, in bytes.
    ///   - isOver: Called before each value. `true` ends the validation with an error.
    package static func check(
        _ bytes: [UInt8], longestText: Int = .max, until isOver: () -> Bool = { false }
    ) throws(Flaw) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw Flaw(description: "it is not in UTF-8") }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw Flaw(description: "it begins with a byte order mark") }
        try withoutActuallyEscaping(isOver) { isOver throws(Flaw) in
            var scanner = StrictJSON(bytes: bytes, longestText: longestText, isOver: isOver)
            try scanner.value(depth: 0)
            guard scanner.next == nil else { throw .noJSON }
        }
    }

    private init(bytes: [UInt8], longestText: Int, isOver: @escaping () -> Bool) {
        (self.bytes, self.longestText, self.isOver) = (bytes, longestText, isOver)
    }

    /// The next byte, or `nil` at the end.
    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Skips the next byte if it is `byte`, and returns `true` if so.
    private mutating func pass(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(Flaw) {
        guard pass(byte) else { throw .noJSON }
    }

    private mutating func skipBlanks() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }

    /// Scans a value and the whitespace around it.
    private mutating func value(depth: Int) throws(Flaw) {
        if isOver() { throw .unfinished }
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): try object(depth: depth + 1)
        case UInt8(ascii: "["): try list(depth: depth + 1)
        case UInt8(ascii: "\""): _ = try text()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
        skipBlanks()
    }

    private mutating func word(_ word: StaticString) throws(Flaw) {
        for index in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[index]) }
    }

    private mutating func list(depth: Int) throws(Flaw) {
        try begin(depth)
        if pass(UInt8(ascii: "]")) { return }
        repeat { try value(depth: depth) } while pass(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
    }

    private mutating func object(depth: Int) throws(Flaw) {
        try begin(depth)
        if pass(UInt8(ascii: "}")) { return }
        // Names are compared as Swift strings, because canonically equivalent ones would collide in a dictionary.
        var names = Set<String>()
        repeat {
            skipBlanks()
            let name = try text()
            guard names.insert(name).inserted else {
                throw Flaw(description: "it has the field '\(name.onOneLine(upTo: 60))' more than once")
            }
            skipBlanks()
            try expect(UInt8(ascii: ":"))
            try value(depth: depth)
        } while pass(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
    }

    private mutating func begin(_ depth: Int) throws(Flaw) {
        guard depth <= Self.deepest else {
            throw Flaw(description: "it has more than \(Self.deepest) lists and objects in one another")
        }
        index += 1
        skipBlanks()
    }

    private mutating func number() throws(Flaw) {
        _ = pass(UInt8(ascii: "-"))
        if !pass(UInt8(ascii: "0")) { try digits() }
        if pass(UInt8(ascii: ".")) { try digits() }
        if pass(UInt8(ascii: "e")) || pass(UInt8(ascii: "E")) {
            if !pass(UInt8(ascii: "+")) { _ = pass(UInt8(ascii: "-")) }
            try digits()
        }
    }

    private mutating func digits() throws(Flaw) {
        let start = index
        while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
        guard index > start else { throw .noJSON }
    }

    /// Scans a string.
    ///
    /// - Returns: The unescaped string.
    private mutating func text() throws(Flaw) -> String {
        try expect(UInt8(ascii: "\""))
        var text = ""
        var start = index
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw .noJSON }
            guard byte == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            text.unicodeScalars += String(decoding: bytes[start..<index], as: UTF8.self).unicodeScalars
            text.unicodeScalars.append(try escape())
            start = index
        }
        let rest = String(decoding: bytes[start..<index], as: UTF8.self)
        if text.isEmpty { text = rest } else { text.unicodeScalars += rest.unicodeScalars }
        try expect(UInt8(ascii: "\""))
        guard text.utf8.count <= longestText else {
            throw Flaw(description: "it has a text of more than \(longestText) bytes")
        }
        guard !text.hasLongRunOfMarks else {
            throw Flaw(description: "it has a text with more than \(longestRunOfMarks) combining marks in a row")
        }
        return text
    }

    /// Scans an escape sequence, including the backslash.
    private mutating func escape() throws(Flaw) -> Unicode.Scalar {
        try expect(UInt8(ascii: "\\"))
        guard let kind = next else { throw .noJSON }
        index += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(kind)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw .noJSON
        }
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // A high surrogate requires a low surrogate.
        guard first < 0xDC00, pass(UInt8(ascii: "\\")), pass(UInt8(ascii: "u")) else { throw .noJSON }
        let second = try fourDigits()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw .noJSON }
        return scalar
    }

    private mutating func fourDigits() throws(Flaw) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw .noJSON
            }
            number = number << 4 + UInt32(digit)
            index += 1
        }
        return number
    }
}
