#if LiveReset
internal import OutliveModel

/// A strict validator of JSON (RFC 8259), which runs before decoding and refuses ambiguous input.
///
/// A decoder also accepts other encodings, byte order marks, trailing commas and duplicate names.
struct StrictJSON {
    /// A violation, described in words that follow "it".
    struct Flaw: Error, Equatable {
        var description: String

        fileprivate static let noJSON = Flaw(description: "is no valid JSON")
        static let unfinished = Flaw(description: "is not read to its end")
    }

    /// The maximum nesting of lists and objects.
    static let deepest = 64
    /// The maximum length of a text, in bytes: that of the longest argument that Linux passes to a program.
    static let longestText = 131_071
    /// The maximum run of combining marks, as in the Stream-Safe Text Format (UAX #15).
    ///
    /// Texts are compared in a normal form, and computing it takes quadratic time in the length of such a run.
    static let mostMarks = 30

    private let bytes: [UInt8]
    private let isOver: () -> Bool
    private var place = 0

    /// Validates a text.
    ///
    /// - Parameter isOver: Called before each value. `true` ends the check with a flaw.
    static func check(_ bytes: [UInt8], until isOver: () -> Bool = { false }) throws(Flaw) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw Flaw(description: "is not in UTF-8") }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw Flaw(description: "begins with a byte order mark") }
        try withoutActuallyEscaping(isOver) { isOver throws(Flaw) in
            var scanner = StrictJSON(bytes: bytes, isOver: isOver)
            try scanner.value(depth: 0)
            guard scanner.next == nil else { throw .noJSON }
        }
    }

    private init(bytes: [UInt8], isOver: @escaping () -> Bool) {
        self.bytes = bytes
        self.isOver = isOver
    }

    /// The next byte, or `nil` at the end.
    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Skips a byte if it comes next.
    private mutating func pass(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(Flaw) {
        guard pass(byte) else { throw .noJSON }
    }

    private mutating func skipBlanks() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
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
        // Names are compared as Swift strings: canonically equivalent ones would collide in a dictionary.
        var names = Set<String>()
        repeat {
            skipBlanks()
            let name = try text()
            guard names.insert(name).inserted else {
                throw Flaw(description: "has the field '\(name.onOneLine(upTo: 60))' more than once")
            }
            skipBlanks()
            try expect(UInt8(ascii: ":"))
            try value(depth: depth)
        } while pass(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
    }

    private mutating func begin(_ depth: Int) throws(Flaw) {
        guard depth <= Self.deepest else {
            throw Flaw(description: "has more than \(Self.deepest) lists and objects in one another")
        }
        place += 1
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
        let start = place
        while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
        guard place > start else { throw .noJSON }
    }

    /// Scans a quoted text.
    ///
    /// - Returns: The unescaped text.
    private mutating func text() throws(Flaw) -> String {
        try expect(UInt8(ascii: "\""))
        var meaning = String.UnicodeScalarView()
        var start = place
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw .noJSON }
            guard byte == UInt8(ascii: "\\") else {
                place += 1
                continue
            }
            meaning += String(decoding: bytes[start..<place], as: UTF8.self).unicodeScalars
            meaning.append(try escape())
            start = place
        }
        meaning += String(decoding: bytes[start..<place], as: UTF8.self).unicodeScalars
        try expect(UInt8(ascii: "\""))
        let text = String(meaning)
        guard text.utf8.count <= Self.longestText else {
            throw Flaw(description: "has a text of more than \(Self.longestText) bytes")
        }
        guard !text.hasMarks(moreThan: Self.mostMarks) else {
            throw Flaw(description: "has a text with more than \(Self.mostMarks) combining marks in a row")
        }
        return text
    }

    /// Scans an escape sequence, including the backslash.
    private mutating func escape() throws(Flaw) -> Unicode.Scalar {
        try expect(UInt8(ascii: "\\"))
        guard let kind = next else { throw .noJSON }
        place += 1
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
            place += 1
        }
        return number
    }
}

extension String {
    /// Returns `true` if the text has a run of more than `limit` combining marks.
    fileprivate func hasMarks(moreThan limit: Int) -> Bool {
        var run = 0
        for scalar in unicodeScalars {
            run = scalar.isMark ? run + 1 : 0
            if run > limit { return true }
        }
        return false
    }
}

extension Unicode.Scalar {
    /// `true` for marks: all scalars that normalisation reorders, or that expand to such, like U+0F73, are marks.
    fileprivate var isMark: Bool {
        // U+0300 is the first mark. This comparison is cheaper than the lookup.
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }
}
#endif
