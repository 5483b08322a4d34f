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

    /// Finds an activity in a line, from a place on.
    ///
    /// What stands before `t =` does not matter: time stamps, names of jobs and workers, marks of quoting, and output
    /// of the application that had no line end.
    @inline(__always)
    init?(in line: Bytes, from start: Int) {
        var from = start
        while let sign = line.firstIndex(of: UInt8(ascii: "="), from: from) {
            from = sign + 1
            guard sign - start >= 2, line[sign - 1] == 0x20, line[sign - 2] == UInt8(ascii: "t"),
                sign - start == 2 || !line[sign - 3].isWord,
                let time = LogTime(line, at: sign + 1),
                time.end < line.count, line[time.end] == UInt8(ascii: "s"),
                time.end + 1 == line.count || line[time.end + 1].isBlank
            else { continue }
            var index = time.end + 1
            var indent = 0
            while index < line.count, line[index].isBlank {
                indent += line[index] == 0x09 ? 4 : 1
                index += 1
            }
            self.time = time.microseconds
            self.indent = indent
            text = line.part(index, line.count).withoutTrailingBlanks
            self.start = sign - 2
            return
        }
        return nil
    }
}
