internal import OutliveModel

/// The start or the end of a test case.
///
/// The forms are `Test Case '-[Module.Class test]' started.`, `Test Case '...' passed (1.234 seconds).` and, for
/// parallel tests, `Test case 'Class.test()' passed on 'Clone 1 of iPhone' (1.234 seconds)`.
struct TestCaseLine {
    enum Kind {
        case started
        /// The end, with the duration in microseconds if the line contains it.
        case ended(TestCaseRun.Outcome, Int64?)
        /// A measurement, which is neither a start nor an end.
        case measured
        case other
    }

    /// The number of bytes after the name that are searched for the duration; devices have names of at most 63 bytes.
    private static let longestRest = 1024

    let kind: Kind
    let name: Bytes
    let start: Int
    let end: Int

    @inline(__always)
    init?(in line: Bytes, from start: Int) {
        var from = start
        while let quote = line.firstIndex(of: UInt8(ascii: "'"), from: from) {
            from = quote + 1
            guard quote - start >= 10, line.has("Test Case ", at: quote - 10) || line.has("Test case ", at: quote - 10)
            else { continue }
            self.init(in: line, quote: quote)
            return
        }
        return nil
    }

    private init(in line: Bytes, quote: Int) {
        start = quote - 10
        var from = quote + 1
        while let close = line.firstIndex(of: UInt8(ascii: "'"), from: from) {
            from = close + 1
            guard let (kind, end) = Self.kind(in: line, at: close + 1) else { continue }
            self.kind = kind
            self.end = end
            name = line.part(quote + 1, close)
            return
        }
        kind = .other
        end = line.count
        name = Bytes(start: nil, count: 0)
    }

    /// Returns the kind of event after the name and its end, or `nil` for an unknown form.
    private static func kind(in line: Bytes, at start: Int) -> (Kind, Int)? {
        if line.has(" started", at: start) { return (.started, start + 8) }
        if line.has(" measured", at: start) { return (.measured, line.count) }
        let outcome: TestCaseRun.Outcome
        if line.has(" passed", at: start) {
            outcome = .passed
        } else if line.has(" failed", at: start) {
            outcome = .failed
        } else if line.has(" skipped", at: start) {
            outcome = .skipped
        } else {
            return nil
        }
        // The name of a device may contain parentheses and quotes.
        let line = line.part(0, min(line.count, start + longestRest))
        let hasDevice = line.has(" on '", at: start + (outcome == .skipped ? 8 : 7))
        var from = start
        while let open = line.firstIndex(of: UInt8(ascii: "("), from: from) {
            from = open + 1
            guard let time = logTime(line, at: from), line.has(" second", at: time.end),
                !hasDevice || line.has("' ", at: open - 2)
            else { continue }
            return (.ended(outcome, time.microseconds), time.end + 7)
        }
        return (.ended(outcome, nil), start + 7)
    }
}

/// Returns the class of a test case, with its module if the log contains it, and the name without the class.
///
/// The forms are `-[Module.Class test]`, `Class.test()` and `Module.Class/test()`; any other name is a test without a
/// suite.
func testCaseName(_ name: Bytes) -> (suite: Bytes, test: Bytes) {
    var (start, end) = (0, name.count)
    var cut: Int?
    if name.has("-[") || name.has("+[") {
        start = 2
        if end > start, name[end - 1] == UInt8(ascii: "]") { end -= 1 }
        cut = name.part(0, end).firstIndex(of: UInt8(ascii: " "), from: start)
    } else {
        // Arguments may have dots.
        let arguments = name.firstIndex(of: UInt8(ascii: "(")) ?? end
        cut = name[..<arguments].lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    }
    return (name.part(start, cut ?? start), name.part(cut.map { $0 + 1 } ?? start, end))
}
