/// An event in a line of a test log.
enum LogEvent {
    case activity(ActivityLine)
    case testCase(TestCaseLine)

    /// Finds the events in a line, in order: none in most lines, and several if lines ran together.
    @inline(__always)
    static func find(in line: Bytes, _ body: (LogEvent) -> Void) {
        var from = 0
        var activity = ActivityLine(in: line, from: 0)
        // The text of an activity may quote a test case, so nothing after its start counts.
        while let testCase = TestCaseLine(in: line, from: from), testCase.start < activity?.start ?? line.count {
            body(.testCase(testCase))
            from = testCase.end
            if let start = activity?.start, start < from { activity = ActivityLine(in: line, from: from) }
        }
        if let activity { body(.activity(activity)) }
    }
}
