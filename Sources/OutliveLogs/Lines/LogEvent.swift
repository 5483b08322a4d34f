/// Something that a line of a test log tells.
enum LogEvent {
    case activity(ActivityLine)
    case testCase(TestCaseLine)

    /// Finds what a line tells, in its order: nothing for most lines, and more where lines ran together.
    @inline(__always)
    static func find(in line: Bytes, _ body: (LogEvent) -> Void) {
        var from = 0
        var activity = ActivityLine(in: line, from: 0)
        // The text of an activity is its own, whatever it quotes.
        while let testCase = TestCaseLine(in: line, from: from), testCase.start < activity?.start ?? line.count {
            body(.testCase(testCase))
            from = testCase.end
            if let start = activity?.start, start < from { activity = ActivityLine(in: line, from: from) }
        }
        if let activity { body(.activity(activity)) }
    }
}
