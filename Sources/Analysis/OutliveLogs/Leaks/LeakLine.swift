internal import OutliveModel

/// A line of the tree or list that `leaks` prints.
///
///     N (SIZE) [__strong] [NAME -->] [ROOT LEAK:|ROOT CYCLE:] <TYPE ADDRESS> [BYTES] [contents]
///     [NAME -->] CYCLE BACK TO <TYPE ADDRESS> [BYTES]
///     Leak: ADDRESS  size=BYTES  zone: ZONE  [TYPE  LANGUAGE  BINARY]
struct LeakLine {
    /// The number of blanks before the line, which shows its level.
    var indent: Int
    /// The blocks that the line stands for: 1, except in output that is grouped by type.
    var count = 1
    /// The bytes of the name of the reference, without its strength and offset.
    var name: Bytes
    /// `false` for a reference that does not keep its target alive.
    var isStrong = true
    /// `true` if the reference leads to a block of a line above.
    var isBack = false
    /// The bytes of the type, without its address; empty for memory of an unknown type.
    var type: Bytes
    /// The address, or `nil` for a group of blocks.
    var address: UInt64?
    /// The size of each block, in bytes.
    var bytes: Int

    private static var none: Bytes { Bytes(start: nil, count: 0) }

    /// Reads a line; `nil` for a line of another form.
    init?(_ line: Bytes) {
        indent = line.indent
        var at = indent
        guard !line.ends(with: "<< TOTAL >>") else { return nil }
        if let listed = Self(listed: line, at) {
            self = listed
            return
        }
        let isCounted = Self.skipCount(line, &at)
        let start = at
        var block = start
        if let arrow = Self.arrow(in: line, from: start) {
            (name, isStrong) = Self.reference(line.part(start, arrow))
            block = arrow + 4
        } else {
            name = Self.none
        }
        var isMarked = false
        if line.has("CYCLE BACK TO ", at: block) {
            (isBack, block) = (true, block + 14)
        } else if line.has("ROOT LEAK: ", at: block) {
            (isMarked, block) = (true, block + 11)
        } else if line.has("ROOT CYCLE: ", at: block) {
            (isMarked, block) = (true, block + 12)
        }
        guard isCounted || isBack || isMarked, let (type, address, end) = Self.block(line, block) else { return nil }
        (self.type, self.address) = (type, address)
        var size = end
        bytes = Self.bracketedNumber(line, &size) ?? 0
        if address == nil, !isBack {
            guard let number = Self.count(line) else { return nil }
            count = number
        }
    }

    /// Reads a line of the older list, whose leaks have no references.
    private init?(listed line: Bytes, _ start: Int) {
        guard line.has("Leak: 0x", at: start), let (address, end) = Self.hexadecimal(line, start + 6),
            let size = line.firstIndex(of: "size=", from: end)
        else { return nil }
        var at = size + 5
        guard let bytes = Self.number(line, &at) else { return nil }
        (indent, name, self.address, self.bytes) = (0, Self.none, address, bytes)
        // TYPE, LANGUAGE and BINARY follow the zone, each after two blanks or more.
        var words = Self.columns(line, from: at)
        if words.first?.has("zone: ") == true { words.removeFirst() }
        type = words.first ?? Self.none
    }

    /// Skips `N (SIZE) `.
    ///
    /// - Returns: `false`, without moving, if the line does not begin with it.
    private static func skipCount(_ line: Bytes, _ at: inout Int) -> Bool {
        var end = at
        guard number(line, &end) != nil, line.has(" (", at: end),
            let close = line.firstIndex(of: UInt8(ascii: ")"), from: end), line.has(") ", at: close)
        else { return false }
        at = close + 2
        return true
    }

    /// The number at the begin of a line.
    private static func count(_ line: Bytes) -> Int? {
        var at = line.indent
        return number(line, &at)
    }

    /// Returns the position of the arrow before a block, or `nil` for a block without a reference.
    private static func arrow(in line: Bytes, from start: Int) -> Int? {
        func isBlock(at place: Int) -> Bool {
            ["<", "0x", "ROOT LEAK: ", "ROOT CYCLE: ", "CYCLE BACK TO "].contains { line.has($0, at: place) }
        }
        guard !isBlock(at: start) else { return nil }
        var from = start
        while let arrow = line.firstIndex(of: "--> ", from: from) {
            if isBlock(at: arrow + 4) { return arrow }
            from = arrow + 1
        }
        return nil
    }

    /// Returns the number of blanks before a line that begins with `N (SIZE) `, or `nil` for another line.
    static func indentOfCounted(_ line: Bytes) -> Int? {
        var at = line.indent
        return skipCount(line, &at) ? line.indent : nil
    }

    /// Returns the name of a reference without its strength and offset: `list` of `__strong list + 8`.
    private static func reference(_ text: Bytes) -> (name: Bytes, isStrong: Bool) {
        var (text, isStrong) = (text.withoutTrailingBlanks, true)
        let strengths: [(StaticString, Bool)] = [
            ("__strong", true), ("__weak", false), ("__unsafe_unretained", false), ("weak", false), ("unowned", false),
        ]
        for (word, strength) in strengths where text.has(word) {
            let end = word.utf8CodeUnitCount
            guard end == text.count || text[end].isBlank else { continue }
            (text, isStrong) = (text.part(min(end + 1, text.count), text.count), strength)
            break
        }
        var end = text.count
        while end > 0, text[end - 1].isDigit { end -= 1 }
        if end < text.count, end >= 2, text.has("+ ", at: end - 2) { text = text.part(0, end - 2) }
        var start = 0
        text = text.withoutTrailingBlanks
        while start < text.count, text[start].isBlank || text[start] == UInt8(ascii: ".") { start += 1 }
        return (text.part(start, text.count), isStrong)
    }

    /// Returns the type and address of `<TYPE ADDRESS>`, `ADDRESS` or `<TYPE>`, and the position after it.
    private static func block(_ line: Bytes, _ start: Int) -> (type: Bytes, address: UInt64?, end: Int)? {
        if let (address, end) = hexadecimal(line, start) { return (none, address, end) }
        guard line.has("<", at: start) else { return nil }
        var from = start
        while let blank = line.firstIndex(of: " 0x", from: from) {
            if let (address, end) = hexadecimal(line, blank + 1), line.has(">", at: end) {
                return (line.part(start + 1, blank), address, end + 1)
            }
            from = blank + 1
        }
        // Of a group, the type ends before the size.
        guard let close = line.firstIndex(of: "> [", from: start) else {
            return line.ends(with: ">") ? (line.part(start + 1, line.count - 1), nil, line.count) : nil
        }
        return (line.part(start + 1, close), nil, close + 1)
    }

    private static func hexadecimal(_ line: Bytes, _ start: Int) -> (UInt64, end: Int)? {
        guard line.has("0x", at: start) else { return nil }
        var (value, at) = (UInt64(0), start + 2)
        while at < line.count, let digit = line[at].hexadecimalDigit, value >> 60 == 0 {
            value = value << 4 | UInt64(digit)
            at += 1
        }
        return at > start + 2 ? (value, at) : nil
    }

    /// Reads ` [N]`.
    private static func bracketedNumber(_ line: Bytes, _ at: inout Int) -> Int? {
        guard line.has(" [", at: at) else { return nil }
        at += 2
        return number(line, &at)
    }

    /// Reads a number; more than 2^50 count as that many.
    static func number(_ line: Bytes, _ at: inout Int) -> Int? {
        let largest = 1 << 50
        var (value, end) = (0, at)
        while end < line.count, line[end].isDigit {
            value = min(value * 10 + Int(line[end] - 0x30), largest)
            end += 1
        }
        guard end > at else { return nil }
        at = end
        return value
    }

    private static func columns(_ line: Bytes, from start: Int) -> [Bytes] {
        var (words, at): ([Bytes], Int) = ([], start)
        while at < line.count {
            while at < line.count, line[at].isBlank { at += 1 }
            let end = line.firstIndex(of: "  ", from: at) ?? line.count
            if end > at { words.append(line.part(at, end)) }
            at = end
        }
        return words
    }
}

extension UInt8 {
    var hexadecimalDigit: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x61...0x66: self - 0x57
        case 0x41...0x46: self - 0x37
        default: nil
        }
    }
}
