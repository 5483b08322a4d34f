internal import OutliveModel

/// The beginning or the end of a test case.
///
/// `Test Case '-[Module.Class test]' started.`, `Test Case '...' passed (1.234 seconds).`, and of tests in parallel
/// `Test case 'Class.test()' passed on 'Clone 1 of iPhone' (1.234 seconds)`.
struct TestCaseLine {
    /// What is told.
    enum Kind {
        case started
        /// It ended, after so many microseconds where the line tells.
        case ended(TestCaseRun.Outcome, Int64?)
        /// What it measured; tells nothing of its beginning or end.
        case measured
        /// Something that is not known.
        case other
    }

    /// How many bytes after the name can tell how it ended: devices have names of 63 bytes at most.
    private static let longestRest = 1024

    let kind: Kind
    /// The name between the quotes.
    let name: Bytes
    /// Where it begins within the line.
    let start: Int
    /// Where it ends within the line.
    let end: Int

    /// Finds a test case in a line, from a place on.
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

    /// What is told after the name, and where that ends.
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
        // The name of a device may have parentheses and quotes as well.
        let line = line.part(0, min(line.count, start + longestRest))
        let hasDevice = line.has(" on '", at: start + (outcome == .skipped ? 8 : 7))
        var from = start
        while let open = line.firstIndex(of: UInt8(ascii: "("), from: from) {
            from = open + 1
            guard let time = LogTime(line, at: from), line.has(" second", at: time.end),
                !hasDevice || line.has("' ", at: open - 2)
            else { continue }
            return (.ended(outcome, time.microseconds), time.end + 7)
        }
        return (.ended(outcome, nil), start + 7)
    }
}
