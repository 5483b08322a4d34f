/// An activity of a UI test: `    t =    14.20s     Open com.example.App`, after any prefix.
struct ActivityLine {
    /// The time since the start of the test case, in microseconds; `nil` if the log has none (`t = nans`).
    let time: Int64?
    /// The indentation of the text in columns; deeper lines are nested in the line above.
    let indent: Int
    let text: Bytes
    let start: Int
    /// `true` if XCTest wrote the blanks before the time; otherwise the indentation may be lost.
    let isPadded: Bool

    /// Finds the first activity in a line, from a position on.
    ///
    /// Any prefix before `t =` is accepted: time stamps, names of jobs and workers, quote markers (`>`), and
    /// unterminated output of the application. The application may print times itself. XCTest pads its times to eight
    /// columns, with two digits after the decimal point. Without this padding, only blanks and quote markers may
    /// precede the time.
    @inline(__always)
    init?(in line: Bytes, from start: Int) {
        var from = start
        while let sign = line.firstIndex(of: UInt8(ascii: "="), from: from) {
            from = sign + 1
            guard sign - start >= 2, line[sign - 1] == 0x20, line[sign - 2] == UInt8(ascii: "t"),
                sign - start == 2 || !line[sign - 3].isWord,
                let time = logTime(line, at: sign + 1),
                time.end + 1 < line.count, line[time.end] == UInt8(ascii: "s"), line[time.end + 1].isBlank
            else { continue }
            var index = time.end + 1
            var indent = 0
            while index < line.count, line[index].isBlank {
                indent += line[index] == 0x09 ? 4 : 1
                index += 1
            }
            let isPadded = Self.isPadded(line, from: sign + 1, to: time.end)
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

    /// Returns `true` if a time is formatted as `% 8.2f` after a blank.
    @inline(__always)
    private static func isPadded(_ line: Bytes, from start: Int, to end: Int) -> Bool {
        let width = end - start
        guard width == 9 || width > 9 && !line[start + 1].isBlank, line[start] == 0x20 else { return false }
        // `nan` and `inf` have no decimal point.
        return !line[end - 1].isDigit || line[end - 3] == UInt8(ascii: ".") || line[end - 3] == UInt8(ascii: ",")
    }

    /// Returns `true` if only blanks and quote markers precede a position.
    private static func isBeginning(_ line: Bytes, _ index: Int) -> Bool {
        var index = index
        while index > 0, line[index - 1].isBlank || line[index - 1] == UInt8(ascii: ">") { index -= 1 }
        return index == 0
    }
}
