/// The launches in one log of a test run.
package struct TestLogFile: Hashable, Sendable {
    /// The path of the log, as it was named on the command line; `-` is standard input.
    package var path: String
    /// The number of bytes in the log.
    package var bytes: Int
    /// The number of lines in the log.
    package var lines: Int
    /// The number of activity lines.
    package var activityLines: Int
    /// The figures of the whole log, including repeated parts.
    package var figures: LaunchFigures
    /// The figures with repeated parts counted once: the same test with the same activity lines.
    package var unique: LaunchFigures
    /// The suites with launches, most launch time first.
    package var suites: [LaunchGroup]
    /// The test cases with launches, most launch time first.
    package var cases: [LaunchGroup]
    /// The number of launches in unlisted test cases, because there are too many names.
    package var unlistedLaunches: Int
    /// The number of test cases beyond the limit, whose repetitions count again.
    package var unrememberedTestCases: Int
    /// The irregularities, by kind.
    package var oddLines: [OddLineCount]

    /// Creates the figures of an empty log.
    package init(path: String) {
        self.path = path
        bytes = 0
        lines = 0
        activityLines = 0
        figures = LaunchFigures()
        unique = LaunchFigures()
        suites = []
        cases = []
        unlistedLaunches = 0
        unrememberedTestCases = 0
        oddLines = []
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
