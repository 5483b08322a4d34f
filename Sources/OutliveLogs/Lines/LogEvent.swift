/// Something that a line of a test log tells.
enum LogEvent {
    case activity(ActivityLine)
    case testCase(TestCaseLine)

    /// Finds what a line tells, in its order: nothing for most lines, and more where lines ran together.
    @inline(__always)
    static func find(in line: Bytes, _ body: (LogEvent) -> Void) {
        var from = 0
        while true {
            let activity = ActivityLine(in: line, from: from)
            // The text of an activity is its own, whatever it quotes.
            let end = activity?.start ?? line.count
            if let testCase = TestCaseLine(in: line, from: from), testCase.start < end {
                body(.testCase(testCase))
                from = testCase.end
                continue
            }
            if let activity { body(.activity(activity)) }
            return
        }
    }
}
