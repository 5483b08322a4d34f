/// Returns the number of terminal columns of a text without control characters.
///
/// East Asian wide characters and emoji take two columns. Source: UAX #11 of Unicode.
func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
}

func columns(of character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    if scalars.contains(where: { $0 == "\u{FE0F}" }) { return 2 }
    return scalars.contains { scalar in wide.contains { $0.contains(scalar.value) } } ? 2 : 1
}

private let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23FA, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653,
    0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
    0x26CE...0x26D4, 0x26EA...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728, 0x274C...0x2757,
    0x2795...0x2797, 0x27B0...0x27BF, 0x2B1B...0x2B55, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F000...0x1FAFF,
    0x20000...0x3FFFD,
]

enum Elision {
    /// The beginning, for paths, which matter most at the end.
    case head
    /// The middle, for names, which differ at their ends.
    case middle
    /// The end, for prose and output.
    case tail
}

/// Returns a text of at most `width` columns, with a mark at the omitted part.
func elided(_ text: String, to width: Int, _ elision: Elision, mark: String = "…") -> String {
    guard columns(of: text) > width else { return text }
    let room = width - columns(of: mark)
    guard room > 0 else { return String(mark.prefix(max(width, 0))) }
    switch elision {
    case .tail: return prefix(of: text, columns: room) + mark
    case .head:
        let end = suffix(of: text, columns: room)
        // A path loses whole folders.
        return mark + (end.firstIndex(of: "/").map { String(end[$0...]) } ?? end)
    case .middle: return prefix(of: text, columns: (room + 1) / 2) + mark + suffix(of: text, columns: room / 2)
    }
}

/// Returns the longest prefix that fits.
func prefix(of text: some StringProtocol, columns limit: Int) -> String {
    var left = limit
    return String(
        text.prefix { character in
            left -= columns(of: character)
            return left >= 0
        })
}

private func suffix(of text: some StringProtocol, columns limit: Int) -> String {
    String(prefix(of: String(text.reversed()), columns: limit).reversed())
}

/// Returns a text in lines of at most `width` columns with all its blanks, broken after a blank or within a word.
func broken(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var rest = text[...]
    while columns(of: rest) > width {
        let head = prefix(of: rest, columns: max(width, 2))
        let blank = head.lastIndex(of: " ").map { head.distance(from: head.startIndex, to: $0) + 1 }
        let cut = blank.flatMap { $0 * 2 > head.count ? $0 : nil } ?? max(head.count, 1)
        lines.append(String(rest.prefix(cut)))
        rest = rest.dropFirst(cut)
    }
    return lines + [String(rest)]
}

/// Returns a text in lines of at most `width` columns, broken between words or within a word wider than a line.
func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
        var word = String(word)
        if !line.isEmpty {
            if columns(of: line) + 1 + columns(of: word) <= width {
                line += " " + word
                continue
            }
            lines.append(line)
            line = ""
        }
        while columns(of: word) > width {
            // A path breaks after a slash in the second half of the line, if it has one.
            let head = prefix(of: word, columns: width)
            let slash = head.lastIndex(of: "/").map { head.distance(from: head.startIndex, to: $0) + 1 }
            let cut = slash.flatMap { $0 * 2 > head.count ? $0 : nil } ?? max(head.count, 1)
            lines.append(String(word.prefix(cut)))
            word = String(word.dropFirst(cut))
        }
        line = word
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
}
