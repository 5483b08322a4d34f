/// A kind of irregularity in a log; it is counted, and reading continues.
package enum OddLine: String, Codable, Hashable, Sendable, CaseIterable {
    /// An activity line without a time, such as `t = nans`.
    case untimed
    /// An activity line with other blanks than XCTest writes; without its indentation, launches have no duration.
    case unpadded
    /// An activity line outside all test cases, as at the start of a truncated log.
    case outsideTestCases
    /// An activity line that is earlier than the one before it.
    case backInTime
    /// A line that names a test case but has no known form.
    case unknownTestCaseLine
    /// A test case with activity lines that ended without a start.
    case endWithoutStart
    /// A test case that started but did not end, as after a crash.
    case startWithoutEnd
    /// An `Open` of an application without a launch or an activation.
    case openWithoutLaunch
    /// A line longer than 64 KiB, of which only the beginning was read.
    case long
}

/// The number of occurrences of one irregularity.
package struct OddLineCount: Codable, Hashable, Sendable {
    /// The kind of irregularity.
    package var kind: OddLine
    /// The number of occurrences, above 0.
    package var count: Int

    /// Creates a count.
    package init(kind: OddLine, count: Int) {
        self.kind = kind
        self.count = count
    }
}
