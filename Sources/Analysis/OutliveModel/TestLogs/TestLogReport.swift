/// The launches in logs of test runs: the results of `outlive xcode-log`, from which all formats are rendered.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
package struct TestLogReport: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    package static let currentFormat = 1

    package var format = TestLogReport.currentFormat
    package var toolVersion: String
    /// The logs that were read, in the order of the command line.
    package var files: [TestLogFile]
    /// The logs that could not be read.
    package var unread: [UnreadLog]
    package var total: LaunchFigures
    /// The sum of the figures of all files, with repeated parts of a file counted once.
    package var uniqueTotal: LaunchFigures
    /// The savings from resets in place; `nil` if the cost of a reset was not given.
    package var savings: LaunchSavings?

    package init(toolVersion: String, files: [TestLogFile], unread: [UnreadLog] = [], reset: ResetCost? = nil) {
        (self.toolVersion, self.files, self.unread) = (toolVersion, files, unread)
        total = files.reduce(into: LaunchFigures()) { $0 += $1.figures }
        uniqueTotal = files.reduce(into: LaunchFigures()) { $0 += $1.unique }
        savings = reset.map { [uniqueTotal] in LaunchSavings(reset: $0, unique: uniqueTotal) }
    }
}

package struct UnreadLog: Codable, Hashable, Sendable {
    /// The path of the log, as it was named on the command line.
    package var path: String
    package var reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}

/// The launches in one log of a test run.
package struct TestLogFile: Hashable, Sendable {
    /// The path of the log, as it was named on the command line; `-` is standard input.
    package var path: String
    package var bytes = 0
    package var lines = 0
    package var activityLines = 0
    /// The figures of the whole log, including repeated parts.
    package var figures = LaunchFigures()
    /// The figures with repeated parts counted once: the same test with the same activity lines.
    package var unique = LaunchFigures()
    /// The suites with launches, most launch time first.
    package var suites: [LaunchGroup] = []
    package var cases: [LaunchGroup] = []
    /// The number of launches in unlisted test cases, because there are too many names.
    package var unlistedLaunches = 0
    /// The number of test cases beyond the limit, whose repetitions count again.
    package var unrememberedTestCases = 0
    package var oddLines: [OddLineCount] = []

    package init(path: String) {
        self.path = path
    }
}

extension TestLogFile: Codable {
    private enum CodingKeys: String, CodingKey {
        case path, bytes, lines, activityLines, uniqueLaunchSeconds, launchShare, unique, suites, cases
        case unlistedLaunches, unrememberedTestCases, oddLines
    }

    /// Decodes the JSON form, in which the figures stand beside the path.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        path = try container.decode(String.self, forKey: .path)
        bytes = try container.decode(Int.self, forKey: .bytes)
        lines = try container.decode(Int.self, forKey: .lines)
        activityLines = try container.decode(Int.self, forKey: .activityLines)
        figures = try LaunchFigures(from: decoder)
        unique = try container.decode(LaunchFigures.self, forKey: .unique)
        suites = try container.decode([LaunchGroup].self, forKey: .suites)
        cases = try container.decode([LaunchGroup].self, forKey: .cases)
        unlistedLaunches = try container.decode(Int.self, forKey: .unlistedLaunches)
        unrememberedTestCases = try container.decode(Int.self, forKey: .unrememberedTestCases)
        oddLines = try container.decode([OddLineCount].self, forKey: .oddLines)
    }

    /// Encodes the JSON form, including derived values.
    package func encode(to encoder: any Encoder) throws {
        try figures.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(lines, forKey: .lines)
        try container.encode(activityLines, forKey: .activityLines)
        try container.encode(unique.launchSeconds, forKey: .uniqueLaunchSeconds)
        try container.encodeIfPresent(unique.launchShare, forKey: .launchShare)
        try container.encode(unique, forKey: .unique)
        try container.encode(suites, forKey: .suites)
        try container.encode(cases, forKey: .cases)
        try container.encode(unlistedLaunches, forKey: .unlistedLaunches)
        try container.encode(unrememberedTestCases, forKey: .unrememberedTestCases)
        try container.encode(oddLines, forKey: .oddLines)
    }
}

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
    /// A line longer than 64 KiB. Only its beginning was read.
    case long
}

package struct OddLineCount: Codable, Hashable, Sendable {
    package var kind: OddLine
    /// The number of occurrences, above 0.
    package var count: Int

    package init(kind: OddLine, count: Int) {
        self.kind = kind
        self.count = count
    }
}
