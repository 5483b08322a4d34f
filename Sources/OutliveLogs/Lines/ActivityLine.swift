/// An activity of a UI test: `    t =    14.20s     Open com.example.App`, behind any prefix.
struct ActivityLine {
    /// The time since the test case began, in microseconds; nil where the log has none (`t = nans`).
    let time: Int64?
    /// How many columns the text is indented: what is deeper is part of what is above it.
    let indent: Int
    /// What was done, without blanks around it.
    let text: Bytes
    /// Where it begins within the line.
    let start: Int
    /// Whether the blanks before the time are as XCTest writes them; where they are not, the indentation may be lost.
    let isPadded: Bool

    /// Finds an activity in a line, from a place on.
    ///
    /// What stands before `t =` does not matter: time stamps, names of jobs and workers, marks of quoting, and output
    /// of the application that had no line end. The application may print times as well: XCTest pads its own with
    /// blanks, so that they take eight places, two of them after the point. Where the blanks were changed, nothing but
    /// a mark of quoting may stand before it.
    @inline(__always)
    init?(in line: Bytes, from start: Int) {
        var from = start
        while let sign = line.firstIndex(of: UInt8(ascii: "="), from: from) {
            from = sign + 1
            guard sign - start >= 2, line[sign - 1] == 0x20, line[sign - 2] == UInt8(ascii: "t"),
                sign - start == 2 || !line[sign - 3].isWord,
                let time = LogTime(line, at: sign + 1),
                time.end + 1 < line.count, line[time.end] == UInt8(ascii: "s"), line[time.end + 1].isBlank
            else { continue }
            var index = time.end + 1
            var indent = 0
            while index < line.count, line[index].isBlank {
                indent += line[index] == 0x09 ? 4 : 1
                index += 1
            }
            let isPadded = Self.isPadded(line, from: sign + 1, to: time)
            guard isPadded || index < line.count && Self.isBeginning(line, sign - 2) else { continue }
            self.isPadded = isPadded
            self.time = time.microseconds
            self.indent = indent
            text = line.part(index, line.count).withoutTrailingBlanks
            self.start = sign - 2
            return
        }
        return nil
    }

    /// Whether a time is written as `% 8.2f` after a blank.
    @inline(__always)
    private static func isPadded(_ line: Bytes, from start: Int, to time: LogTime) -> Bool {
        let width = time.end - start
        guard width == 9 || width > 9 && !line[start + 1].isBlank, line[start] == 0x20 else { return false }
        // Times that are no number have no point.
        return !line[time.end - 1].isDigit || line[time.end - 3] == UInt8(ascii: ".")
            || line[time.end - 3] == UInt8(ascii: ",")
    }

    /// Whether nothing but blanks and marks of quoting stands before a place.
    private static func isBeginning(_ line: Bytes, _ place: Int) -> Bool {
        var place = place
        while place > 0, line[place - 1].isBlank || line[place - 1] == UInt8(ascii: ">") { place -= 1 }
        return place == 0
    }
}
